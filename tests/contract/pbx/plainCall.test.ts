import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readFacts } from '#server/ligacao/rows/facts'
import { callOf } from '#server/ligacao/rules/call'
import { decideNotify } from '#server/ligacao/rules/decideNotify'
import { ligacaoRequest } from '#server/ligacao/wire/ligacao'
import { judge } from '#server/refusal'
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
  const { rows } = await test.database.pool.query<{ id: number }>('SELECT id FROM token ORDER BY id LIMIT 1')
  const nobody = { ip: null, identificador_interno: null, id_cliente: null, codigo_cliente: null }
  const calls = await clockedCalls(test)
  const opened: boolean[] = []

  /** What the statement does with the message, held against what the rule says of the facts before. */
  async function notify(ms: number, body: object): Promise<void> {
    const { sent } = judge(ligacaoRequest, body)
    const call = callOf(sent, undefined)
    const now = calls.at(ms)
    const asked = { ...nobody, tokenId: rows[0]?.id ?? 0, ramal: sent.ramal ?? null, call, allOpen: false, now }
    const before = await readFacts(test.desk, { ...asked, openAs: null })
    const [only, ...others] = before.clientes
    const id_cliente = only && others.length === 0 ? only.id_cliente : null
    const decision = decideNotify({ ...call, id_cliente }, before, now)
    const after = await readFacts(test.desk, { ...asked, openAs: randomUUID() })
    opened.push(after.opened)
    if (after.opened) expect(decision.kind).toBe('open')
    if (!after.opened) await calls.notify(ms, body)
  }

  let ms = 0
  let run = 0
  await fc.assert(
    fc.asyncProperty(story, async (events) => {
      run++
      ms += 24 * 3_600 * second
      for (const { kind, chave, telefone, after } of events) {
        ms += after
        const call_id = chave && `${chave}${run}`
        const body = { ramal: '101', telefone, ...(call_id && { ligacao_params: { call_id } }) }
        await (kind === 'notify' ? notify(ms, body) : calls.cancel(ms, body))
      }
    }),
    { numRuns: 40 },
  )
  // Both ways were taken: a statement that opened nothing, or everything, would prove little.
  expect(opened).toContain(true)
  expect(opened).toContain(false)
})
