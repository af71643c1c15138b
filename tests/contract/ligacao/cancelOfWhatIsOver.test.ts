import { beforeEach, expect, test } from 'vitest'
import { clockedCalls } from '../../support/clockedCalls.ts'
import { idOf } from '../../support/desk.ts'
import type { Screen } from '../../support/screen.ts'
import { useDesk } from '../../support/useDesk.ts'

// A cancel whose call is known to be over leaves no cancel mark for another call.

const desk = useDesk()
let ana: Screen
beforeEach(async () => {
  await desk.clear()
  ana = await desk.screen('ana')
})

const call = (call_id: string, telefone: string) => ({ ramal: 101, telefone, ligacao_params: { call_id } })
const open = async () => (await ana.sync()).ligacoes.map(({ id }) => id)

const maria = { ramal: 101, telefone: '37999912222' }
const hidden = { ramal: 101, telefone: '123456789012345678901' }
const close = async (id: string) => {
  expect((await desk.act('ana', id, 'fechar')).status).toBe(200)
}
const say = (body: object, evento: string) => desk.notify({ ...body, ligacao_params: { evento } })
const marks = async () => (await desk.database.pool.query('SELECT id FROM marca_cancelamento')).rows

test.each([
  ['told twice', maria, maria, () => desk.cancel(maria)],
  ['without a number, told twice', hidden, hidden, () => desk.cancel(hidden)],
  ['with a key, told twice without it', call('a', maria.telefone), maria, () => desk.cancel(maria)],
  ['that its agent has closed', maria, maria, close],
  ['that the exchange has ended', maria, maria, () => say(maria, 'encerrada')],
])(
  'a cancel of a call that is over (%s) leaves no mark, and the caller’s next call rings',
  async (_name, notify, cancel, end) => {
    const id = await desk.ring(notify)
    await end(id)
    expect(await open()).toEqual([])
    expect((await desk.cancel(cancel)).headers['x-ligacao-id']).toBeUndefined()
    expect(await marks()).toEqual([])
    const next = await desk.ring({ ...notify, ligacao_params: { call_id: 'next' } })
    expect(await open()).toEqual([next])
    expect(next).not.toBe(id)
  },
)

test('a window that its agent closed in a queue’s first round opens again in the second round', async () => {
  const calls = await clockedCalls(desk)
  const { ligacaoId } = await calls.notify(0, call('a', maria.telefone))
  await close(ligacaoId)
  await calls.cancel(6_000, call('a', maria.telefone))
  expect(await calls.notify(12_000, call('a', maria.telefone))).toMatchObject({ ligacaoId })
  expect(await open()).toEqual([ligacaoId])
})

test('a cancel of a window that its agent closed ends the call for good, at the time at which it was closed', async () => {
  const calls = await clockedCalls(desk)
  const id = idOf(await desk.notify(maria))
  await close(id)
  await ana.sync()
  const closed = ana.heard.at(-1)?.ligacao
  expect(closed).toMatchObject({ id, encerrada_por: 'atendente', encerrada_em: expect.any(String) })
  await calls.cancel(60_000, maria)
  await ana.sync()
  expect(ana.heard.at(-1)?.ligacao).toMatchObject({
    id,
    ...{ estado: 'fechada', encerrada_por: 'central', encerrada_em: closed?.encerrada_em },
  })
})

test('a second cancel leaves a mark for the caller’s next call only from five seconds after the end', async () => {
  const calls = await clockedCalls(desk)
  await calls.notify(0, maria)
  await calls.cancel(1_000, maria)
  await calls.cancel(5_999, maria)
  expect(await marks()).toEqual([])
  await calls.cancel(6_000, maria)
  expect(await marks()).toHaveLength(1)
  const { ligacaoId } = await calls.notify(6_500, maria)
  expect(await open()).toEqual([])
  expect(await desk.stateOf(ligacaoId)).toBe('cancelada')
})
