import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { flushShown } from '#server/ligacao/reportShown'
import { type ClockedCalls, clockedCalls } from '../../support/clockedCalls.ts'
import { startDesk, type TestDesk } from '../../support/desk.ts'

// Calls that may have ended while no desk heard the exchange. docs/interface.md: A window.

let desk: TestDesk
let before: TestDesk
let calls: ClockedCalls
let anaId: number
beforeAll(async () => {
  before = await startDesk()
  desk = before
  anaId = await desk.idOf('ana')
})
beforeEach(async () => {
  await desk.clear()
  calls = await clockedCalls(desk)
  // The desk itself notes every ten seconds that it hears the exchange: at the test's time, or it would undo its notes.
  vi.spyOn(desk.desk, 'now').mockImplementation(calls.now)
})
afterEach(() => void vi.restoreAllMocks())
afterAll(async () => {
  if (desk !== before) await desk.stop()
  await before.stop()
})

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
const ring = (call_id: string, more: object = {}) => ({ ramal: 101, ligacao_params: { call_id, ...more } })
const windows = async (ms: number) =>
  (await calls.openOf(ms, anaId)).map(({ id, incerta, versao }) => ({ id, incerta, versao }))

/** The desk hears the exchange at 0 and then not again until `ms`. Returns how many calls became uncertain. */
async function deafUntil(ms: number) {
  await calls.hear(0)
  return calls.hear(ms)
}

describe('a call that rang while no desk heard the exchange', () => {
  test('is uncertain; calls that were attended, rang long before or ring afterwards are not', async () => {
    const ana = await desk.screen('ana')
    const talk = (await calls.notify(-6 * minute, ring('conversa'))).ligacaoId
    const rang = (await calls.notify(-4 * minute, ring('tocava'))).ligacaoId
    const attended = (await calls.notify(-second, ring('atendida'))).ligacaoId
    await calls.notify(-second, ring('atendida', { evento: 'atendida' }))
    await calls.notify(-second, ring('terminou'))
    await calls.cancel(0, ring('terminou'))
    // Wait until the database knows which windows Ana's screen has shown.
    await flushShown(desk.desk)
    expect(await deafUntil(31 * second)).toBe(1)
    const after = (await calls.notify(32 * second, ring('depois'))).ligacaoId
    expect(await windows(32 * second)).toEqual([
      { id: talk, incerta: false, versao: 1 },
      { id: rang, incerta: true, versao: 2 },
      { id: attended, incerta: false, versao: 2 },
      { id: after, incerta: false, versao: 1 },
    ])
    await ana.sync()
    expect(ana.heard.filter(({ ligacao }) => ligacao.incerta)).toMatchObject([
      { event: 'ligacao:atualizada', ligacao: { id: rang, estado: 'aberta' } },
    ])
    // The desk hears the exchange again, so no other call becomes uncertain.
    expect(await calls.hear(60 * second)).toBe(0)
  })

  test('is missed after ten minutes; an older call whose agent clicks nothing stays open for hours', async () => {
    const ana = await desk.screen('ana')
    const talk = (await calls.notify(-6 * minute, ring('conversa'))).ligacaoId
    const { ligacaoId } = await calls.notify(-second, { ...ring('tocava'), telefone: '37999912222' })
    // Wait until the database knows which windows Ana's screen has shown.
    await flushShown(desk.desk)
    expect(await deafUntil(minute)).toBe(1)
    expect(await calls.endUncertain(11 * minute - 1)).toBe(0)
    expect(await calls.endUncertain(11 * minute)).toBe(1)
    expect(await windows(7 * hour)).toMatchObject([{ id: talk, incerta: false }])
    await ana.sync()
    expect(ana.heard.at(-1)).toMatchObject({
      event: 'ligacao:encerrada',
      ligacao: { id: ligacaoId, estado: 'perdida', encerrada_por: 'prazo', incerta: true },
    })
    const { perdidas } = (await desk.as('ana', 'perdidas')).json
    expect(perdidas).toMatchObject([{ id: ligacaoId }])
  })

  test.each<[string, (id: string) => Promise<unknown>]>([
    ['the exchange tells it again', () => calls.notify(minute + second, ring('a'))],
    ['the exchange says that it was attended', () => calls.notify(minute + second, ring('a', { evento: 'atendida' }))],
    ['she attends', (id) => desk.act('ana', id, 'atender')],
    [
      'she closes it by a slip of the hand',
      async (id) => {
        for (const deed of ['fechar', 'reabrir']) await desk.act('ana', id, deed)
      },
    ],
  ])('is certain again when %s', async (_how, touch) => {
    const { ligacaoId } = await calls.notify(0, ring('a'))
    const ana = await desk.screen('ana')
    expect(await deafUntil(minute)).toBe(1)
    await touch(ligacaoId)
    expect(await windows(2 * minute)).toMatchObject([{ id: ligacaoId, incerta: false }])
    await ana.sync()
    expect(ana.heard.at(-1)).toMatchObject({ event: 'ligacao:atualizada', ligacao: { incerta: false } })
    expect(await calls.endUncertain(hour)).toBe(0)
  })

  test('is ended by its cancel as usual', async () => {
    const { ligacaoId } = await calls.notify(0, ring('a'))
    expect(await deafUntil(minute)).toBe(1)
    expect((await calls.cancel(2 * minute, ring('a'))).ligacaoId).toBe(ligacaoId)
    expect(await windows(2 * minute)).toEqual([])
  })
})

test('a desk that starts alone marks open calls as uncertain, however short the gap was', async () => {
  const { headers } = await desk.notify({ ...ring('tocava') })
  const { dataDir, databaseUrl } = desk.config
  await before.leave()
  desk = await startDesk({ dataDir, databaseUrl })
  const ana = await desk.screen('ana')
  expect(ana.first.ligacoes).toMatchObject([{ id: headers['x-ligacao-id'], estado: 'aberta', incerta: true }])
  // A retransmission makes the call certain again. It does not ring, but the screens see the change.
  await desk.notify({ ...ring('tocava') })
  expect((await ana.sync()).ligacoes).toMatchObject([{ id: headers['x-ligacao-id'], incerta: false }])
})
