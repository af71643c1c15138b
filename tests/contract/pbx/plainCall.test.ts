import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { factsReader, type LigacaoFacts } from '#server/ligacao/rows/facts'
import { decideNotify } from '#server/ligacao/rules/decideNotify'
import { clockedCalls } from '../../support/clockedCalls.ts'
import { startDesk, type TestDesk } from '../../support/desk.ts'

/** A plain call is committed by the statement that reads its facts: what that statement did, the pure rule must have said. */
let test: TestDesk
beforeAll(async () => {
  test = await startDesk()
})
afterAll(() => test.stop())

const second = 1_000
const story = fc.array(
  fc.record({
    kind: fc.constantFrom('notify' as const, 'notify' as const, 'cancel' as const),
    chave: fc.constantFrom(undefined, 'a', 'b'),
    telefone: fc.constantFrom(undefined, '37999990001', '+5537999990001', '3732210002'),
    after: fc.constantFrom(0, second, 11 * second, 9 * 3_600 * second),
  }),
  { minLength: 1, maxLength: 12 },
)

it('opens in one round trip only what the rule would open', async () => {
  const read = factsReader(test.database)
  const opened: boolean[] = []
  const held = async (query: Parameters<typeof read>[0]): Promise<LigacaoFacts> => {
    const facts = await read(query)
    if (!query.opening) return facts
    const [only, ...others] = facts.clientes
    const id_cliente = only && others.length === 0 ? only.id_cliente : null
    const decision = decideNotify({ ...query.opening, chave: query.chave, id_cliente }, facts, query.now)
    opened.push(facts.opened)
    if (facts.opened) expect(decision.kind).toBe('open')
    return facts
  }
  const calls = await clockedCalls(test, held)
  let ms = 0
  let run = 0
  await fc.assert(
    fc.asyncProperty(story, async (events) => {
      run++
      ms += 24 * 3_600 * second
      for (const { kind, chave, telefone, after } of events) {
        ms += after
        const call_id = chave && `${chave}${run}`
        await calls[kind](ms, { ramal: '101', telefone, ...(call_id && { ligacao_params: { call_id } }) })
      }
    }),
    { numRuns: 40 },
  )
  // Both ways were taken: a statement that opened nothing, or everything, would prove little.
  expect(opened).toContain(true)
  expect(opened).toContain(false)
})
