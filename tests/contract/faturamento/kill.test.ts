import { fork } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { openDatabase } from '#server/database/open'
import { bundle } from '../../support/bundle.ts'
import { quiet } from '../../support/embedded/folders.ts'
import { type OwnDatabase, ownDatabase } from '../../support/ownDatabase.ts'

let own: OwnDatabase | undefined
afterEach(async () => {
  await own?.remove()
  own = undefined
})

test('a process killed while it registers leaves every event with all its installments, entry and key, or nothing', async () => {
  own = await ownDatabase()
  const before = await openDatabase({ ...own, role: 'server', log: quiet })
  const { id_cliente_servico } = await before.prisma.clienteServico.findFirstOrThrow()
  const { id_tipo_servico } = await before.prisma.tipoServico.findFirstOrThrow()
  await before.close()

  const args = [
    own.dataDir,
    String(id_cliente_servico),
    String(id_tipo_servico),
    ...(own.databaseUrl ? [own.databaseUrl] : []),
  ]
  const program = bundle('tests/contract/faturamento/registerProgram.ts')
  const child = fork(program, args, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const gone = once(child, 'exit')
  let told = 0
  child.on('message', ({ done }: { done: number }) => {
    told = done
    if (done === 7) child.kill('SIGKILL')
  })
  await gone
  expect(told).toBeGreaterThanOrEqual(7)

  const after = await openDatabase({ ...own, role: 'server', log: quiet })
  try {
    const { rows } = await after.pool.query<{ n: number; total: number; soma: number }>(
      'SELECT count(*)::int AS n, min(total_parcelas) AS total, sum(valor_centavos)::int AS soma FROM evento_faturamento GROUP BY lancamento',
    )
    expect(rows.length).toBeGreaterThanOrEqual(told)
    for (const row of rows) expect(row).toEqual({ n: 12, total: 12, soma: 10_000 })
    expect(await after.prisma.idempotencia.count()).toBe(rows.length)
    expect(await after.prisma.auditoria.count({ where: { acao: 'evento_faturamento_registrado' } })).toBe(rows.length)
  } finally {
    await after.close()
  }
})
