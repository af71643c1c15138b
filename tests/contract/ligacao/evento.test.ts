import { beforeEach, describe, expect, test } from 'vitest'
import { useDesk } from '../../support/useDesk.ts'

/** An exchange that also sends `evento` (attended, ended) for a call. docs/interface.md: Notify. */
const desk = useDesk()
beforeEach(() => desk.clear())

const params = (call_id: string, evento?: unknown) => ({ call_id, ...(evento !== undefined && { evento }) })
const say = (evento?: unknown, more: object = {}) =>
  desk.notify({
    ramal: 101,
    telefone: '37998889999',
    ligacao_params: { ...params('a', evento), fila: 'suporte' },
    ...more,
  })
const rows = async () =>
  (await desk.database.pool.query('SELECT id, estado, encerrada_por, atendida_em, ligacao_params FROM ligacao')).rows
const spec = { status: 'success', msg: 'Ligação notificada com sucesso' }

describe('evento', () => {
  test('atendida marks the call as attended once, and its window stays open', async () => {
    const screen = await desk.screen('ana')
    const id = String((await say()).headers['x-ligacao-id'])
    const told = await desk.notify({ ramal: 101, ligacao_params: params('a', 'atendida') })
    expect(told).toMatchObject({ status: 200, json: spec, headers: { 'x-ligacao-id': id, 'x-telas': '1' } })
    expect(Object.keys(told.json)).toEqual(Object.keys(spec))
    expect((await say('atendida')).headers['x-ligacao-id']).toBe(id)
    expect(await screen.events()).toEqual(['ligacao:aberta', 'ligacao:atualizada'])
    const [rang, attended] = screen.heard.map(({ ligacao }) => ligacao)
    expect(attended).toEqual({ ...rang, versao: 2, atendida_em: expect.any(String) })
    await desk.cancel({ ramal: 101, ligacao_params: { call_id: 'a' } })
    expect(await rows()).toMatchObject([{ estado: 'fechada', encerrada_por: 'central' }])
  })

  test('encerrada ends the call, which does not count as missed', async () => {
    const screen = await desk.screen('ana')
    const id = String((await say()).headers['x-ligacao-id'])
    const told = await say('encerrada')
    expect(told).toMatchObject({ status: 200, json: spec, headers: { 'x-ligacao-id': id } })
    expect(await screen.events()).toEqual(['ligacao:aberta', 'ligacao:encerrada'])
    expect(await rows()).toMatchObject([{ id, estado: 'fechada', encerrada_por: 'central', atendida_em: null }])
    // The same event again, and a later cancel, change nothing.
    expect((await say('encerrada')).headers).toMatchObject({ 'x-ligacao-id': id, 'x-telas': '0' })
    await desk.cancel({ ramal: 101, ligacao_params: { call_id: 'a' } })
    expect(await screen.events()).toHaveLength(2)
  })

  test.each(['atendida', 'encerrada'])(
    '%s for an unknown call is accepted and opens nothing, and the call’s later notification rings',
    async (evento) => {
      const screen = await desk.screen('ana')
      const told = await say(evento)
      expect(told).toMatchObject({ status: 200, json: spec })
      expect(told.headers).not.toHaveProperty('x-ligacao-id')
      expect(await rows()).toEqual([])
      expect(await screen.events()).toEqual([])
      // The call's notification comes late and rings all the same.
      await say()
      expect(await screen.events()).toEqual(['ligacao:aberta'])
      expect(await rows()).toMatchObject([{ estado: 'aberta', atendida_em: null }])
    },
  )

  test.each(['atendida', 'encerrada'])(
    '%s for a call that is over changes nothing, however late it comes',
    async (evento) => {
      await say()
      await desk.cancel({ ramal: 101, ligacao_params: { call_id: 'a' } })
      for (const seconds of [0, 60]) {
        await desk.database.pool.query(`UPDATE ligacao SET encerrada_em = now() - $1 * interval '1 second'`, [seconds])
        const [before] = await rows()
        expect(await say(evento)).toMatchObject({ status: 200, headers: { 'x-ligacao-id': before.id, 'x-telas': '0' } })
        expect(await rows()).toEqual([before])
      }
    },
  )

  test('finds a call without a key by its telephone, and no other user’s', async () => {
    await desk.notify({ ramal: 101, telefone: '37998889999' })
    await desk.notify({ ramal: 102, telefone: '37998889999' })
    await desk.notify({ ramal: 101, telefone: '+5537998889999', ligacao_params: { evento: 'atendida' } })
    const attended = (await rows()).filter(({ atendida_em }) => atendida_em)
    expect(attended).toHaveLength(1)
    const { rows: hers } = await desk.database.pool.query('SELECT ramal FROM ligacao WHERE atendida_em IS NOT NULL')
    expect(hers).toEqual([{ ramal: '101' }])
  })

  test.each([['Atendida'], ['tocando'], [7], [null], [['atendida']], [{ atendida: true }]])(
    '%j is no known value: the call rings, and the screen gets the parameter as it is',
    async (evento) => {
      const screen = await desk.screen('ana')
      await say(evento)
      expect(await screen.events()).toEqual(['ligacao:aberta'])
      expect(screen.heard[0]?.ligacao).toMatchObject({ atendida_em: null, ligacao_params: { evento } })
    },
  )

  test('is validated like any other notification', async () => {
    const wrong = await say('atendida', { ramal: 999 })
    expect(wrong).toMatchObject({ status: 422, json: { campos: { ramal: expect.any(Array) } } })
    expect((await say('atendida', { id_cliente: 999_999 })).status).toBe(422)
    const ended = { ramal: 101, ligacao_params: params('a', 'encerrada') }
    expect((await desk.notify(ended, 'alo_unknown')).status).toBe(401)
  })
})

test('a call attended while no screen was connected is not missed after two minutes', async () => {
  await say()
  await say('atendida')
  await desk.database.pool.query(`UPDATE ligacao SET notificada_em = notificada_em - interval '3 minutes'`)
  const screen = await desk.screen('ana')
  expect(screen.first.ligacoes).toMatchObject([{ estado: 'aberta', atendida_em: expect.any(String) }])
})
