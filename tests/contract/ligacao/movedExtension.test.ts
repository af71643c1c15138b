import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { clockedCalls } from '../../support/clockedCalls.ts'
import { idOf } from '../../support/desk.ts'
import { useDesk } from '../../support/useDesk.ts'

// No test here has screens: a user's change of extension reconnects them, perhaps in the middle of the next test.
const desk = useDesk()
beforeEach(() => desk.clear())

const endOf = async (id: string) =>
  (await desk.database.pool.query('SELECT encerrada_por FROM ligacao WHERE id = $1', [id])).rows[0]?.encerrada_por
const marks = async () => (await desk.database.pool.query('SELECT chave FROM marca_cancelamento')).rows

describe('a call whose extension moved to another user', () => {
  const body = { ramal: 101, telefone: '37999912222' }
  const ramais = async (ofAna: string, ofBruno: string) => {
    for (const [usuario, ramal] of Object.entries({ bruno: null, ana: ofAna }))
      await desk.database.pool.query('UPDATE usuario SET ramal = $2 WHERE usuario = $1', [usuario, ramal])
    await desk.database.pool.query('UPDATE usuario SET ramal = $1 WHERE usuario = $2', [ofBruno, 'bruno'])
  }
  afterEach(() => ramais('101', '102'))

  test('a cancel closes the window where it rang', async () => {
    const hers = await desk.ring(body)
    await ramais('102', '101')
    expect(idOf(await desk.cancel(body))).toBe(hers)
    expect(await desk.stateOf(hers)).toBe('cancelada')
  })

  test('a cancel ends the window that the new user has just closed, so it cannot be reopened', async () => {
    const hers = await desk.ring(body)
    await ramais('102', '101')
    const his = await desk.ring(body)
    await desk.act('bruno', his, 'fechar')
    expect((await desk.cancel(body)).headers).not.toHaveProperty('x-ligacao-id')
    expect(await desk.stateOf(hers)).toBe('aberta')
    expect((await desk.act('bruno', his, 'reabrir')).status).toBe(409)
  })

  test('a cancel by telephone leaves an attended call open, and a cancel by key ends it', async () => {
    const keyed = { ...body, ligacao_params: { call_id: 'mudou' } }
    const [hers, other] = [await desk.ring(body), await desk.ring(keyed)]
    await desk.act('ana', hers, 'atender')
    await desk.act('ana', other, 'atender')
    await ramais('102', '101')
    expect((await desk.cancel(body)).headers).not.toHaveProperty('x-ligacao-id')
    expect(await desk.stateOf(hers)).toBe('aberta')
    expect(idOf(await desk.cancel(keyed))).toBe(other)
    expect(await desk.stateOf(other)).toBe('fechada')
  })

  test('evento with its key marks the call as attended and ends it where it rang', async () => {
    const keyed = (evento?: string) => ({ ...body, ligacao_params: { call_id: 'mudou', evento } })
    const hers = await desk.ring(keyed())
    await ramais('102', '101')
    for (const [evento, estado] of [
      ['atendida', 'aberta'],
      ['encerrada', 'fechada'],
    ] as const) {
      expect(idOf(await desk.notify(keyed(evento)))).toBe(hers)
      const { rows } = await desk.database.pool.query('SELECT id, estado, atendida_em FROM ligacao')
      expect(rows).toEqual([{ id: hers, estado, atendida_em: expect.any(Date) }])
    }
    // The event again, for a call that is over, returns the call's id, as when the extension has not moved.
    expect((await desk.notify(keyed('encerrada'))).headers).toMatchObject({ 'x-ligacao-id': hers, 'x-telas': '0' })
  })

  test('a cancel of a window that its agent has closed ends it for good and leaves no mark', async () => {
    const calls = await clockedCalls(desk)
    const keyed = { ...body, ligacao_params: { call_id: 'fechada' } }
    const { ligacaoId: hers } = await calls.notify(0, keyed)
    await ramais('102', '101')
    await desk.act('ana', hers, 'fechar')
    // A second cancel does not touch another call either.
    for (const _time of [1, 2]) {
      expect((await calls.cancel(1_000, keyed)).ligacaoId).toBeNull()
      expect([await desk.stateOf(hers), await endOf(hers), await marks()]).toEqual(['fechada', 'central', []])
    }
    expect((await desk.act('ana', hers, 'reabrir')).status).toBe(409)
    const { ligacaoId: his } = await calls.notify(7_000, keyed)
    expect(await desk.stateOf(his)).toBe('aberta')
  })

  test('a cancel by telephone after the call was attended and closed leaves a mark for another call', async () => {
    const hers = await desk.ring(body)
    await desk.act('ana', hers, 'atender')
    await desk.act('ana', hers, 'fechar')
    await ramais('102', '101')
    await desk.cancel(body)
    expect([await endOf(hers), (await marks()).length]).toEqual(['atendente', 1])
  })

  test('evento means the later one of two users whom the call rang at that extension', async () => {
    const keyed = (evento?: string) => ({ ...body, ligacao_params: { call_id: 'duas vezes', evento } })
    const hers = await desk.ring(keyed())
    await desk.act('ana', hers, 'fechar')
    await ramais('102', '101')
    const his = await desk.ring(keyed())
    await ramais('102', '103')
    await desk.user({ usuario: 'davi', ramal: '101' })
    expect(idOf(await desk.notify(keyed('encerrada')))).toBe(his)
    expect([await endOf(hers), await endOf(his)]).toEqual(['atendente', 'central'])
    await desk.database.pool.query(`UPDATE usuario SET ramal = NULL WHERE usuario = 'davi'`)
  })
})

describe('a call whose extension belongs to nobody any more', () => {
  const body = (evento?: string) => ({
    ramal: 101,
    telefone: '37999912222',
    ligacao_params: { call_id: 'sem dono', evento },
  })
  const isActive = (active: boolean) =>
    desk.database.pool.query(`UPDATE usuario SET desativado = $1 WHERE usuario = 'ana'`, [!active])
  const moves = (ramal: string) =>
    desk.database.pool.query(
      `UPDATE usuario SET ramal = $1, identificador_interno = replace($1, '10', 'ana0') WHERE usuario = 'ana'`,
      [ramal],
    )
  const colleague = (ramal: string) =>
    desk.database.pool.query(`UPDATE usuario SET ramal = $1 WHERE usuario = 'bruno'`, [ramal])
  afterEach(async () => {
    await colleague('102')
    await isActive(true)
    await moves('101')
  })

  test.each<[string, () => Promise<unknown>]>([
    ['since its user has another one', () => moves('105')],
    ['since its user is disabled', () => isActive(false)],
  ])('%s: a cancel and evento find it, and any other request for that ramal is refused', async (_why, leave) => {
    const saying = [() => desk.cancel(body()), () => desk.notify(body('encerrada'))]
    for (const say of saying) {
      await desk.clear()
      const hers = await desk.ring(body())
      await leave()
      for (const { status, json } of [
        await desk.notify(body()),
        await desk.cancel({ ...body(), ligacao_params: { call_id: 'outra' } }),
        await desk.cancel({ ...body(), id_cliente: 999_999 }),
      ])
        expect([status, Object.keys(json.campos)]).toEqual([422, expect.arrayContaining(['ramal'])])
      expect(await desk.stateOf(hers)).toBe('aberta')
      expect(idOf(await say())).toBe(hers)
      expect(await desk.stateOf(hers)).not.toBe('aberta')
      // The exchange may repeat both messages in any order.
      for (const again of [...saying, ...saying]) expect((await again()).status).toBe(200)
      await isActive(true)
      await moves('101')
    }
  })

  test.each([
    ['nobody’s', '102'],
    ['a colleague’s', '101'],
  ])('a cancel and evento with the internal id, too, find it while the extension is %s', async (_whose, colleagues) => {
    const named = (evento?: string) => ({ ...body(evento), identificador_interno: 'ana01' })
    for (const say of [() => desk.cancel(named()), () => desk.notify(named('encerrada'))]) {
      await desk.clear()
      const hers = await desk.ring(named())
      expect((await desk.cancel({ ...named(), identificador_interno: 'bruno02' })).status).toBe(422)
      await desk.database.pool.query(`UPDATE usuario SET ramal = '105' WHERE usuario = 'ana'`)
      await colleague(colleagues)
      expect((await desk.notify(named())).status).toBe(422)
      expect(idOf(await say())).toBe(hers)
      expect([await desk.stateOf(hers), await marks()]).toEqual([expect.not.stringMatching('aberta'), []])
      await colleague('102')
      await moves('101')
    }
  })

  test('a repeated cancel is accepted within a minute of the end and refused ten minutes later', async () => {
    const calls = await clockedCalls(desk)
    const { ligacaoId: hers } = await calls.notify(0, body())
    await moves('105')
    expect((await calls.cancel(1_000, body())).ligacaoId).toBe(hers)
    for (const ms of [2_000, 60_000]) expect(await calls.cancel(ms, body())).toEqual({ ligacaoId: null, telas: 0 })
    await expect(calls.cancel(602_000, body())).rejects.toMatchObject({ kind: 'invalid' })
  })

  test('its next ring at the user’s new extension opens the same call again, with that extension', async () => {
    const calls = await clockedCalls(desk)
    const { ligacaoId: hers } = await calls.notify(0, body())
    await calls.cancel(1_000, body())
    await moves('105')
    expect((await calls.notify(7_000, { ...body(), ramal: 105 })).ligacaoId).toBe(hers)
    const { rows } = await desk.database.pool.query('SELECT estado, ramal, identificador_interno FROM ligacao')
    expect(rows).toEqual([{ estado: 'aberta', ramal: '105', identificador_interno: 'ana05' }])
  })

  test.each(['cancelar', 'encerrada'])('after its agent closed the window, %s ends it for good', async (what) => {
    const hers = await desk.ring(body())
    await moves('105')
    await desk.act('ana', hers, 'atender')
    await desk.act('ana', hers, 'fechar')
    const said = await (what === 'cancelar' ? desk.cancel(body()) : desk.notify(body(what)))
    expect([said.status, await desk.stateOf(hers), await endOf(hers)]).toEqual([200, 'fechada', 'central'])
    expect((await desk.act('ana', hers, 'reabrir')).status).toBe(409)
  })
})
