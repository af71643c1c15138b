import { afterAll, afterEach, expect, test } from 'vitest'
import { demoToken } from '#server/demo/accounts'
import { startDesk, type TestDesk } from '../../support/desk.ts'

let desk: TestDesk
afterEach(() => desk.clear())
afterAll(() => desk.stop())

test('a token with too many requests gets 429 with Retry-After, and other tokens are not affected', async () => {
  desk = await startDesk({ requestsPerSecond: 5 })
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
