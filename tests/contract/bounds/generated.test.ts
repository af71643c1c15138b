import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoToken } from '#server/demo/accounts'
import { startDesk, type TestDesk } from '../../support/desk.ts'
import { holdGenerated } from '../../support/generated/hold.ts'
import { opens } from './opens.ts'

/** On each of the two databases; tests/torture/generated.ts sends as many as one has time for. */
const rounds = 10_000
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)

let desk: TestDesk
beforeAll(async () => {
  // Limits would hide what stands behind them.
  desk = await startDesk({ requestsPerSecond: 1_000_000, signInsPerMinute: 1_000_000 })
})
afterAll(() => desk.stop())

test(`${rounds} generated requests and events are answered or refused and tell nothing they must not (SEED=${seed})`, async () => {
  const { secret: none } = await desk.token({ escopos: [] })
  const { database, url } = desk
  const errors = () => desk.log.filter(({ level }) => level >= 50)
  const target = { url, database, tokens: { all: demoToken, none }, errors }
  const { failures, answers } = await holdGenerated(target, { rounds, seed })
  expect(failures).toEqual([])
  // What is refused at every door tries nothing: nearly every route must have been gone through.
  const missed = Object.keys(opens).filter((address) => !answers.has(`${address} 200`))
  expect(missed.length, `never answered 200: ${missed.join(', ')}`).toBeLessThan(5)
}, 600_000)
