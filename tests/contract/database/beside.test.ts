import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { expect, test, vi } from 'vitest'
import { importClientes } from '#server/cliente/importClientes'
import { readClientesById } from '#server/cliente/rows/joiner/texts'
import { writeClientes } from '#server/cliente/rows/write/writeClientes'
import { makeCliente } from '#server/demo/generate/generateClientes'
import { registerEvento } from '#server/faturamento/registerEvento'
import { writeReversal } from '#server/faturamento/rows/reverse'
import { judgeEvento } from '#server/faturamento/rules/registration'
import { csvLines } from '../../support/csvLines.ts'
import { useDesk } from '../../support/useDesk.ts'
import { evento, ledger, parcelado } from '../faturamento/evento.ts'

/** A request that had to wait for another transaction must act on the data that this transaction has changed. */
const desk = useDesk()

/**
 * Runs `first` in a transaction that holds locks, starts `work`, and commits the transaction once `work` waits for it.
 */
async function behind<T>(
  first: (client: pg.PoolClient) => Promise<unknown>,
  work: () => Promise<T>,
  then: (client: pg.PoolClient) => Promise<unknown> = async () => {},
): Promise<T> {
  const { pool } = desk.database
  const client = await pool.connect()
  await client.query('BEGIN')
  await first(client)
  const working = work()
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  await vi.waitFor(async () => expect((await pool.query(waiting)).rows).toHaveLength(1), { timeout: 20_000 })
  await then(client)
  await client.query('COMMIT')
  client.release()
  return working
}

test('a CSV import that waited for another import keeps the services as that one wrote them', async () => {
  const { database } = desk
  const cliente = makeCliente(5, 9_000)
  await writeClientes(database, [cliente])
  const [servico, ...others] = cliente.servicos
  const lines = csvLines(cliente, { rg: 'novo' })
  const report = await behind(
    (client) => client.query("SELECT pg_advisory_xact_lock(hashtext('alo_clientes'))"),
    () => importClientes(desk.desk, Readable.from([Buffer.from(lines)]), { onRefused: () => undefined }),
    (client) =>
      client.query(`UPDATE cliente_servico SET login = 'trocado' WHERE id_cliente_servico = $1`, [
        servico?.id_cliente_servico,
      ]),
  )
  expect(report).toMatchObject({ updated: 1 })
  expect((await readClientesById(database, [9_000])).get(9_000)).toMatchObject({
    rg: 'novo',
    servicos: [{ ...servico, login: 'trocado' }, ...others],
  })
})

test('a customer whose equipment is erased between their rows and its own is read again', async () => {
  const { database } = desk
  const { servicos, ...pessoa } = makeCliente(5, 9_001)
  const equipamento_conexao = { nome: 'só deste cliente', ipv4: '10.9.0.1', ipv6: null }
  await writeClientes(database, [
    { ...pessoa, servicos: servicos.slice(0, 1).map((each) => ({ ...each, equipamento_conexao })) },
  ])
  const read = await behind(
    (client) =>
      client.query(`LOCK TABLE equipamento;
        UPDATE cliente_servico SET id_equipamento_conexao = NULL WHERE id_cliente = 9001;
        DELETE FROM equipamento WHERE nome = 'só deste cliente'`),
    () => readClientesById(database, [9_001]),
  )
  expect(read.get(9_001)?.servicos).toMatchObject([{ equipamento_conexao: null }])
})

test('a reversal of a registration that waits for the reversal of one installment reverses the others', async () => {
  const { database } = desk
  const book = ledger(desk)
  const { json } = await book.registerAs('clara', parcelado(100, 2, await book.anyIds()))
  const [first, second] = json.eventos_faturamento.map(
    (each: { id_evento_faturamento: number }) => each.id_evento_faturamento,
  )
  const who = { usuarioId: await desk.idOf('clara'), ip: '127.0.0.1' }
  const one = {
    id: first,
    alcance: 'evento',
    motivo: 'errado',
    lancamento: randomUUID(),
    now: new Date(),
    ...who,
  } as const
  const path = `/api/painel/faturamento/${second}/estorno`
  const headers = { cookie: await desk.cookie('clara') }
  const answer = await behind(
    (client) => writeReversal({ ...database, run: (named, values) => database.run(named, values, client) }, one),
    () => desk.send({ path, headers, body: { motivo: 'desistiu', alcance: 'lancamento' } }),
  )
  expect(answer.status).toBe(200)
  expect(answer.json.eventos_faturamento).toMatchObject([{ estorno_de: second }])
})

test('a registration that waits for another process’s with the same key registers nothing and repeats its answer', async () => {
  const { database } = desk
  const book = ledger(desk)
  const body = evento(await book.anyIds())
  const autor = { ip: '127.0.0.1', usuarioId: null, tokenId: (await database.prisma.token.findFirstOrThrow()).id }
  const before = await book.count('evento_faturamento')
  let first = ''
  const answer = await behind(
    async (client) => {
      const run: typeof database.run = (named, values) => database.run(named, values, client)
      const there = { ...desk.desk, database: { ...database, run } }
      first = (await registerEvento(there, { ...judgeEvento(body), autor, idempotencyKeys: ['uma'] })).resposta
    },
    () => book.register(body, { 'idempotency-key': 'uma' }),
  )
  expect({ status: answer.status, text: answer.text }).toEqual({ status: 200, text: first })
  expect(await book.count('evento_faturamento')).toBe(before + 1)
})
