import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askOf } from '#server/ligacao/readCall'
import { endPlainCall } from '#server/ligacao/rows/centralEnds'
import { readFacts } from '#server/ligacao/rows/facts'
import { freshRow, ligacaoById, presentLigacao } from '#server/ligacao/rows/ligacao'
import { openPlainCall } from '#server/ligacao/rows/plainRing'
import type { PbxCall } from '#server/ligacao/rules/call'
import { decideCancel } from '#server/ligacao/rules/decideCancel'
import { decideNotify } from '#server/ligacao/rules/decideNotify'
import { ligacaoRequest } from '#server/ligacao/wire/ligacao'
import { judge } from '#server/refusal'
import { clockedCalls } from '../../support/clockedCalls.ts'
import { startDesk, type TestDesk } from '../../support/desk.ts'

/** One statement judges and commits a plain ring or cancel. It must do exactly what the pure rule decides. */
let test: TestDesk
beforeAll(async () => {
  test = await startDesk()
})
afterAll(() => test.stop())

const second = 1_000
const told = ({ telefone_formatado: _, ...call }: PbxCall) => call
const story = fc.array(
  fc.record({
    kind: fc.constantFrom('notify' as const, 'notify' as const, 'cancel' as const),
    chave: fc.constantFrom(undefined, 'a', 'b'),
    telefone: fc.constantFrom(undefined, '37999990001', '+5537999990001', '3732210002'),
    after: fc.constantFrom(0, second, 11 * second, 9 * 3_600 * second),
  }),
  { minLength: 1, maxLength: 12 },
)

/** The statement opens this call and ends it, and declines to do either twice. Few of the random stories end a call so. */
const acting = (['notify', 'notify', 'cancel', 'cancel'] as const).map((kind) => ({
  ...{ kind, chave: 'a' as const, telefone: '37999990001' as const, after: second },
}))

it('the single statement opens and ends only calls that the rule would open and end', async () => {
  const { rows } = await test.database.pool.query<{ id: number }>('SELECT id FROM token ORDER BY id LIMIT 1')
  const asker = { tokenId: rows[0]?.id ?? 0, ip: '' }
  const calls = await clockedCalls(test)
  const opened: boolean[] = []
  const ended: boolean[] = []

  /** Sends the message, and compares what the statement does with what the rule decides from the facts before it. */
  async function notify(ms: number, body: object): Promise<void> {
    const now = calls.at(ms)
    const { call, question } = askOf(test.desk, { ...judge(ligacaoRequest, body), ...asker }, now)
    const before = await readFacts(test.desk, question)
    const [only, ...others] = before.clientes
    const id_cliente = only && others.length === 0 ? only.id_cliente : null
    const decision = decideNotify({ ...call, id_cliente }, before, now)
    const done = await openPlainCall(test.desk, question)
    opened.push(done !== null)
    if (done === null) return void (await calls.notify(ms, body))
    expect(decision.kind).toBe('open')
    // The event for the screens equals what a later snapshot reads.
    const row = await ligacaoById(test.database, question.abrir)
    const fresh = freshRow(done, { ...told(call), id_cliente }, question.abrir, now)
    expect(row && presentLigacao(row)).toEqual(presentLigacao(fresh))
  }

  async function cancel(ms: number, body: object): Promise<void> {
    const now = calls.at(ms)
    const { question } = askOf(test.desk, { ...judge(ligacaoRequest, body), ...asker }, now, true)
    const { ligacoes } = await readFacts(test.desk, question)
    const { chave, telefone_chave } = question
    const decision = decideCancel({ chave, telefone_chave: telefone_chave || null, id_cliente: null }, ligacoes, now)
    const row = chave === null ? undefined : await endPlainCall(test.database, question)
    ended.push(row !== undefined)
    if (!row) return void (await calls.cancel(ms, body))
    expect(decision).toMatchObject({ kind: 'close', ligacao: { id: row.id }, estado: row.estado })
    expect(await ligacaoById(test.database, row.id)).toEqual(row)
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
        await (kind === 'notify' ? notify(ms, body) : cancel(ms, body))
      }
    }),
    { numRuns: 40, examples: [[acting]] },
  )
  // Guard: the statement has acted and has declined. If it always did one of them, the test would prove little.
  for (const each of [true, false]) {
    expect(opened).toContain(each)
    expect(ended).toContain(each)
  }
})
