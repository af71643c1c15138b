import { beforeEach, describe, expect, test } from 'vitest'
import { idOf } from '../../support/desk.ts'
import type { Screen } from '../../support/screen.ts'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()
let ana: Screen
let bruno: Screen
beforeEach(async () => {
  await desk.clear()
  ana = await desk.screen('ana')
  bruno = await desk.screen('bruno')
})

const call = (call_id: string, telefone?: string, id_cliente?: number) => ({
  ramal: 101,
  telefone,
  id_cliente,
  ligacao_params: { call_id },
})
const open = async () => (await ana.sync()).ligacoes.map(({ id }) => id)

describe('a cancel', () => {
  test('closes the window on every screen of the user, and gets the specified response', async () => {
    const anaToo = await desk.screen('ana')
    const id = await desk.ring(call('a', '37999912222'))
    const answer = await desk.cancel(call('a'))
    expect(answer.text).toBe('{"status":"success","msg":"Ligação cancelada com sucesso"}')
    expect(answer.headers).toMatchObject({ 'x-ligacao-id': id, 'x-telas': '2' })
    for (const screen of [ana, anaToo]) expect(await screen.events()).toEqual(['ligacao:aberta', 'ligacao:encerrada'])
    expect(ana.heard[1]?.ligacao).toMatchObject({
      id,
      versao: 2,
      estado: 'cancelada',
      encerrada_em: expect.any(String),
      encerrada_por: 'central',
    })
    expect(await bruno.events()).toEqual([])
    expect(await desk.stateOf(id)).toBe('cancelada')
  })

  test('sent twice succeeds both times and closes the window once', async () => {
    await desk.notify(call('a'))
    const [one, two] = [await desk.cancel(call('a')), await desk.cancel(call('a'))]
    expect([one.status, two.status]).toEqual([200, 200])
    expect(two.headers['x-ligacao-id']).toBeUndefined()
    expect(await ana.events()).toEqual(['ligacao:aberta', 'ligacao:encerrada'])
  })

  test('without an open call succeeds and sends no event', async () => {
    const answer = await desk.cancel({ ramal: 101 })
    expect(answer.status).toBe(200)
    expect(answer.headers['x-telas']).toBeUndefined()
    expect(await ana.events()).toEqual([])
  })

  test('with the exchange’s own id in place of a telephone closes a call without a number, and no other', async () => {
    const [hidden, maria] = [
      { ramal: 101, telefone: '123456789012345678901' },
      { ramal: 101, telefone: '37999912222' },
    ]
    const [a, b] = [await desk.ring(hidden), await desk.ring(maria)]
    expect(idOf(await desk.cancel(hidden))).toBe(a)
    expect((await desk.cancel(hidden)).headers['x-ligacao-id']).toBeUndefined()
    expect(await open()).toEqual([b])
    // If the call has a key, the exchange's id in place of the telephone is ignored, as before.
    const keyed = await desk.ring(call('k', '37999912222'))
    expect(idOf(await desk.cancel(call('k', '123456789012345678901')))).toBe(keyed)
  })

  test('that names only the user closes only the most recent window', async () => {
    const [a, b] = [await desk.ring(call('a')), await desk.ring(call('b'))]
    expect(idOf(await desk.cancel({ ramal: 101 }))).toBe(b)
    expect(await open()).toEqual([a])
  })

  test('by telephone finds the call in another spelling of the number', async () => {
    const [a, b] = [await desk.ring(call('a', '37999912222')), await desk.ring(call('b', '3732211234'))]
    expect(idOf(await desk.cancel({ ramal: 101, telefone: '+5537999912222' }))).toBe(a)
    expect(await open()).toEqual([b])
  })

  test('by customer finds a call notified with that customer, or matched to them by telephone', async () => {
    const [a, b, c] = [
      await desk.ring(call('a', '37999912222')),
      await desk.ring(call('b', undefined, 2)),
      await desk.ring(call('c')),
    ]
    expect(idOf(await desk.cancel({ ramal: 101, id_cliente: 1 }))).toBe(a)
    expect(idOf(await desk.cancel({ ramal: 101, id_cliente: 2 }))).toBe(b)
    expect(await open()).toEqual([c])
  })

  test('by the notified customer finds the call even after the agent corrected the customer', async () => {
    const id = await desk.ring(call('a', undefined, 2))
    expect((await desk.act('ana', id, 'cliente', { id_cliente: 3 })).status).toBe(200)
    expect(idOf(await desk.cancel({ ramal: 101, id_cliente: 2 }))).toBe(id)
  })

  test.each([
    ['another key', call('b')],
    ['another telephone', { ramal: 101, telefone: '3732211234' }],
    ['the key but another telephone', call('a', '3732211234')],
    ['the key but another customer', call('a', undefined, 2)],
    ['another user', { ramal: 102 }],
  ])('that names %s leaves the window open', async (_name, body) => {
    const id = await desk.ring(call('a', '37999912222'))
    expect((await desk.cancel(body)).status).toBe(200)
    expect(await open()).toEqual([id])
    expect(await ana.events()).toEqual(['ligacao:aberta'])
  })
})

describe('a cancel that comes before its notification', () => {
  test.each([
    ['by key', call('a'), call('a', '37999912222')],
    ['by telephone', { ramal: 101, telefone: '+5537999912222' }, call('a', '37999912222')],
    ['by telephone, unkeyed', { ramal: 101, telefone: '3799912222' }, { ramal: 101, telefone: '37999912222' }],
    ['by key and customer', call('a', undefined, 1), call('a', '37999912222')],
  ])('%s: the call is recorded as cancelled and opens no window', async (_name, cancel, notify) => {
    await desk.cancel(cancel)
    const answer = await desk.notify(notify)
    expect(answer.headers['x-telas']).toBe('0')
    expect(await ana.events()).toEqual([])
    expect(await open()).toEqual([])
    const { rows } = await desk.database.pool.query(
      'SELECT estado, encerrada_por, encerrada_em = notificada_em AS at_once FROM ligacao WHERE id = $1',
      [idOf(answer)],
    )
    expect(rows).toEqual([{ estado: 'cancelada', encerrada_por: 'central', at_once: true }])
  })

  test('is used up by the first matching notification', async () => {
    const body = { ramal: 101, telefone: '37999912222' }
    await desk.cancel(body)
    await desk.notify(body)
    await desk.notify(body)
    expect(await ana.events()).toEqual(['ligacao:aberta'])
  })

  test('twice, and naming more the second time, stops one call: the caller’s next call rings', async () => {
    const body = { ramal: 101, telefone: '37999912222' }
    await desk.cancel(body)
    await desk.cancel(body)
    await desk.cancel(call('a', '37999912222'))
    await desk.notify(call('a', '37999912222'))
    const next = await desk.notify(body)
    expect(await ana.events()).toEqual(['ligacao:aberta'])
    expect(await open()).toEqual([idOf(next)])
  })

  test('stops no other call, and no call of another user', async () => {
    await desk.cancel(call('a'))
    await desk.notify(call('b'))
    await desk.notify({ ...call('a'), ramal: 102 })
    expect(await ana.events()).toEqual(['ligacao:aberta'])
    expect(await bruno.events()).toEqual(['ligacao:aberta'])
  })

  test('that names neither key nor telephone leaves no mark', async () => {
    await desk.cancel({ ramal: 101, id_cliente: 1 })
    await desk.notify(call('a', '37999912222'))
    expect(await ana.events()).toEqual(['ligacao:aberta'])
  })

  test('leaves no mark when it closes a window: the caller’s next call rings', async () => {
    await desk.notify(call('a', '37999912222'))
    await desk.cancel({ ramal: 101, telefone: '37999912222' })
    await desk.notify(call('b', '37999912222'))
    expect(await ana.events()).toEqual(['ligacao:aberta', 'ligacao:encerrada', 'ligacao:aberta'])
  })
})
