import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateClientes } from '#server/demo/generate/generateClientes'
import { startDesk, type TestDesk } from '../../support/desk.ts'

/** The embedded database has one backend: what a command's transaction holds, it holds from everybody. */
let desk: TestDesk
const folder = mkdtempSync(join(tmpdir(), 'alo-import-'))
beforeAll(async () => {
  desk = await startDesk()
})
afterAll(async () => {
  await desk.stop()
  rmSync(folder, { recursive: true, force: true })
})

const count = 600

test('calls ring and tickets open while a command imports customers', async () => {
  const file = join(folder, 'clientes.jsonl')
  const clientes = [...generateClientes({ count, seed: 7, firstId: 10_000 })]
  writeFileSync(file, clientes.map((cliente) => JSON.stringify(cliente)).join('\n'))
  const cookie = await desk.cookie('ana')
  const { rows } = await desk.database.pool.query<{ id_cliente: number }>(
    'SELECT min(id_cliente) AS id_cliente FROM cliente',
  )
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, DATA_DIR: desk.config.dataDir, DATABASE_URL: '', NODE_ENV: 'production' as const }
  const command = spawn(process.execPath, [resolve('dist/cli.js'), 'clientes', 'import', file], { env, stdio: 'pipe' })
  let out = ''
  command.stdout.on('data', (piece) => {
    out += piece
  })
  const ended = once(command, 'close')

  const answers: number[] = []
  const note = async (asked: ReturnType<TestDesk['notify']>) => {
    const answer = await asked
    answers.push(answer.status)
    return answer
  }
  for (let n = 0; command.exitCode === null; n++) {
    const called = { ramal: 101, id_cliente: rows[0]?.id_cliente, ligacao_params: { id: `i${n}` } }
    const id = (await note(desk.notify(called))).headers['x-ligacao-id']
    const asAna = { headers: { cookie, origin: desk.url }, body: {} }
    await note(desk.send({ path: `/api/painel/ligacoes/${id}/atendimento`, ...asAna }))
  }
  await ended
  expect(JSON.parse(out)).toMatchObject({ created: count, refused: 0 })
  expect(answers.length).toBeGreaterThan(4)
  expect(answers.filter((status) => status !== 200)).toEqual([])
})
