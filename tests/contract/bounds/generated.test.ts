import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoToken } from '#server/demo/accounts'
import { startDesk, type TestDesk } from '../../support/desk.ts'
import { endsTheRest } from '../../support/generated/ask.ts'
import { holdGenerated } from '../../support/generated/hold.ts'
import { opens } from './opens.ts'

/** A short run; tests/torture/generated.ts does long ones. */
const rounds = 2_400
const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)

let desk: TestDesk
beforeAll(async () => {
  // Rate limits would answer instead of the routes under test.
  const unlimited = 1_000_000
  desk = await startDesk({ requestsPerSecond: unlimited, signInsPerMinute: unlimited, revealsPerHour: unlimited })
})
afterAll(() => desk.stop())

test(`${rounds} generated requests and events are answered or refused without server error or leak (SEED=${seed})`, async () => {
  const { secret: none } = await desk.token({ escopos: [] })
  const { database, url } = desk
  const errors = () => desk.log.filter(({ level }) => level >= 50)
  const target = { url, database, tokens: { all: demoToken, none }, errors }
  const answers = new Map<string, number>()
  const addresses = Object.keys(opens).filter((address) => !endsTheRest.test(address))
  const missed = () => addresses.filter((address) => !answers.has(`${address} 200`))
  const nounOf = (address: string) => /(?:painel|integracao)\/(\w+)/.exec(address)?.[1]
  const missedNouns = () => {
    const open = new Set(addresses.filter((address) => !missed().includes(address)).map(nounOf))
    return missed()
      .map(nounOf)
      .filter((noun) => !open.has(noun))
  }
  // Requests that are all refused test nothing. Chance may miss a single address, but in three runs no noun as a whole.
  for (let time = 0; time < 3 && (time === 0 || missedNouns().length > 0); time++) {
    const held = await holdGenerated(target, { rounds, seed: seed + time * 100_000 })
    expect(held.failures).toEqual([])
    for (const [answer, count] of held.answers) answers.set(answer, count)
  }
  expect(missedNouns()).toEqual([])
  expect(missed().length, `never answered 200: ${missed().join(', ')}`).toBeLessThan(Object.keys(opens).length * 0.4)
}, 600_000)
