import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportTexts } from '#server/cliente/rows/joiner/texts'
import { readingPatience } from '#server/database/patience'
import { generateClientes } from '#server/demo/generate/generateClientes'
import { fillClientes } from '../../support/fillClientes.ts'
import { useDesk } from '../../support/useDesk.ts'
import { watchTimers } from '../../support/watchTimers.ts'
import { type ListServer, listPath, startList } from '../cliente/listServer.ts'
import { countsOf } from './counts.ts'

// What a list of customers costs, counted as in call.test.ts. Ceilings are today's numbers, rounded up a little.

const desk = useDesk({ listaCacheSegundos: 3_600 })

const hits = 200

test('a repeated list request, answered with 304, costs the database at most the check of its token', async () => {
  const { secret } = await desk.token({ escopos: ['cliente'] })
  const get = (headers: Record<string, string> = {}) =>
    desk.send({ path: `${listPath}?limit=20`, authorization: secret, headers })
  const first = await get()
  expect(first.status).toBe(200)
  const again = { 'if-none-match': String(first.headers.etag) }
  const before = await countsOf(desk.config.databaseUrl ?? '')
  for (let n = 0; n < hits; n++) expect((await get(again)).status).toBe(304)
  // PostgreSQL counts what a connection did when the connection ends.
  await desk.leave()
  const spent = await countsOf(desk.config.databaseUrl ?? '', before)
  // The desk only asks whether the token is still valid, at most once in 50 ms, and writes the token's last use. It
  // reads nothing of the list.
  expect(spent.statements / hits).toBeLessThan(1)
  expect(spent.inserted + spent.deleted).toBeLessThan(10)
})

describe('a list of thousands of customers', () => {
  const many = 3_000
  let server: ListServer
  beforeAll(async () => {
    server = await startList(0)
    await fillClientes(server.database, generateClientes({ count: many, seed: 3, firstId: 1_000_000 }))
    await server.database.pool.query('ANALYZE')
  })
  afterAll(() => server.stop())

  /** Rows in the table at its last ANALYZE, and rows that closed connections have read. */
  const addresses = async () => {
    const { rows } = await server.database.pool.query<{ there: number; read: number }>(
      `SELECT reltuples::int AS there, (seq_tup_read + idx_tup_fetch)::int AS read
       FROM pg_class JOIN pg_stat_user_tables ON relid = pg_class.oid WHERE pg_class.relname = 'endereco'`,
    )
    return rows[0] ?? { there: 0, read: 0 }
  }

  test('does not read the table of addresses again for every batch', async () => {
    const before = await addresses()
    expect((await server.get('?cancelado=sim')).status).toBe(200)
    const read = async () => (await addresses()).read - before.read
    await expect.poll(read).toBeGreaterThanOrEqual(before.there)
    // The list's first rows are read twice.
    expect(await read()).toBeLessThan(1.5 * before.there)
  })

  // A timer that outlives its statement keeps everything that was read in memory: a minute of lists at a time.
  test('leaves no timer behind', async () => {
    const timers = watchTimers(readingPatience.query_timeout)
    for await (const _ of exportTexts(server.database));
    expect(timers.begun()).toBeGreaterThan(many / 500)
    expect(timers.left()).toBe(0)
  })
})
