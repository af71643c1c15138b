import { once } from 'node:events'
import http from 'node:http'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { demoToken } from '#server/demo/accounts'
import { putCopyProxy } from '../../support/network/copyProxy.ts'
import { type ListServer, listPath, startList } from '../cliente/listServer.ts'

let list: ListServer
beforeAll(async () => {
  list = await startList()
  await list.fill(8_000)
  // Dates in the order of the ids: such a list is sent while it is read, so its first bytes leave long before its last.
  await list.database.pool.query(
    "UPDATE cliente SET data_cadastro = timestamp '2013-01-01' + id_cliente * interval '1 minute'",
  )
})
afterAll(() => list.stop())

/** Ends the connection that reads the list, as when the database goes away. Returns how many it ended. */
async function loseReader(which = 'true'): Promise<number> {
  const { rowCount } = await list.database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = 'alo lista' AND datname = current_database() AND ${which}`,
  )
  return rowCount ?? 0
}

test('a list that loses its database connection half way breaks off, and the next request reads it anew', async () => {
  const proxy = await putCopyProxy(list.database)
  onTestFinished(proxy.close)
  const request = http.get(list.url + listPath, { headers: { authorization: demoToken }, agent: false })
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  expect(response.statusCode).toBe(200)
  // The list's thread reads on meanwhile, and must not come to the end.
  proxy.held = new Promise(() => undefined)
  expect(await loseReader()).toBe(1)
  await expect(
    (async () => {
      for await (const _ of response);
    })(),
  ).rejects.toThrow('aborted')
  proxy.held = null
  const next = await list.get()
  expect(next.headers['x-cache']).toBe('MISS')
  expect(next.json.clientes.length).toBeGreaterThan(8_000)
})

test('a list that loses its database connection before the first byte answers 503 and is not cached', async () => {
  const blocker = await list.database.pool.connect()
  try {
    await blocker.query('BEGIN; LOCK TABLE endereco IN ACCESS EXCLUSIVE MODE')
    const answer = list.get('?limit=7')
    await expect.poll(() => loseReader("wait_event_type = 'Lock'"), { timeout: 20_000 }).toBe(1)
    expect((await answer).status).toBe(503)
    expect((await answer).json.status).toBe('error')
  } finally {
    await blocker.query('ROLLBACK')
    blocker.release()
  }
  const next = await list.get('?limit=7')
  expect([next.headers['x-cache'], next.json.clientes.length]).toEqual(['MISS', 7])
})
