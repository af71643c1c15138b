import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ownClient } from '#server/database/pool'
import { demoToken } from '#server/demo/accounts'
import { startDesk, type TestDesk } from '../../support/desk.ts'

let desk: TestDesk
beforeAll(async () => {
  desk = await startDesk({ requestsPerSecond: 5 })
})
afterEach(() => desk.clear())
afterAll(() => desk.stop())

test('a token with too many requests gets 429 with Retry-After, and other tokens are not affected', async () => {
  const other = await desk.token()
  const answers = await Promise.all(Array.from({ length: 60 }, () => desk.cancel({ ramal: 101 })))
  const refused = answers.filter(({ status }) => status === 429)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
  expect(refused).toHaveLength(40)
  for (const { headers, json } of refused) {
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(json).toMatchObject({ status: 'error', msg: expect.stringContaining('Requisições demais') })
  }
  expect((await desk.cancel({ ramal: 101 }, other.secret)).status).toBe(200)
  // The limit refuses the request before its body is validated: the answer is 429, not 422.
  expect((await desk.cancel({}, demoToken)).status).toBe(429)
})

test('a call does not wait while one person reads thirty long pages at once', async () => {
  const headers = { cookie: await desk.cookie('clara') }
  const { secret } = await desk.token()
  const holder = await ownClient(desk.database.pool)
  try {
    await holder.query('BEGIN; LOCK TABLE evento_faturamento IN ACCESS EXCLUSIVE MODE')
    const path = '/api/painel/faturamento'
    const read = Array.from({ length: 30 }, () => desk.send({ path, headers }))
    const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
    const waiting = async () => {
      // Within a transaction PostgreSQL goes on showing what it showed first.
      await holder.query('SELECT pg_stat_clear_snapshot()')
      return (await holder.query(waits)).rowCount
    }
    await expect.poll(waiting).toBeGreaterThan(1)
    expect((await desk.notify({ ramal: 101 }, secret)).status).toBe(200)
    await holder.query('COMMIT')
    await Promise.all(read)
  } finally {
    await holder.end()
  }
})
