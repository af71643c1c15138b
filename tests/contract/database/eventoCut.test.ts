import { expect, test } from 'vitest'
import { startDesk } from '../../support/desk.ts'
import { ledger, parcelado } from '../faturamento/evento.ts'

test('a billing event whose transaction is cut off leaves no installment, and a retry registers all twelve', async () => {
  const desk = await startDesk()
  const book = ledger(desk)
  const { id_cliente_servico } = await desk.database.prisma.clienteServico.findFirstOrThrow()
  const { id_tipo_servico } = await desk.database.prisma.tipoServico.findFirstOrThrow()
  const { id } = await desk.database.prisma.token.findFirstOrThrow({ where: { nome: 'demo' } })
  const body = parcelado(100, 12, { id_cliente_servico, id_tipo_servico })
  const headers = { 'idempotency-key': 'no meio' }
  const holder = await desk.database.pool.connect()
  try {
    // An uncommitted idempotency key makes the statement wait after it has written its rows and before it ends.
    await holder.query('BEGIN')
    await holder.query("INSERT INTO idempotencia (ator, chave, corpo, resposta) VALUES ($1, 'no meio', '', '')", [
      `token:${id}`,
    ])
    const answering = book.register(body, headers)
    const waiting = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%evento_faturamento%'`
    await expect.poll(async () => (await desk.database.pool.query(waiting)).rowCount).toBe(1)
    expect((await answering).status).toBe(503)
    expect(await book.count('evento_faturamento')).toBe(0)
    expect(await book.count('auditoria')).toBe(0)
  } finally {
    await holder.query('ROLLBACK')
    holder.release()
  }
  const retried = await book.register(body, headers)
  expect(retried.status).toBe(200)
  expect(retried.json.eventos_faturamento.length).toBe(12)
  expect(await book.count('evento_faturamento')).toBe(12)
  desk.expectErrors()
  await desk.stop()
})
