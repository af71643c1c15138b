import { beforeEach, describe, expect, test } from 'vitest'
import type { Caida } from '#server/perdida/wire'
import { type ClockedCalls, clockedCalls } from '../../support/clockedCalls.ts'
import { useDesk } from '../../support/useDesk.ts'

// Dropped calls: conversations that broke off. docs/interface.md: Missed calls.

const desk = useDesk()
let calls: ClockedCalls
beforeEach(async () => {
  await desk.clear()
  calls = await clockedCalls(desk)
})

const [second, minute] = [1_000, 60_000]
const maria = '37999912222'
const caidas = async (usuario = 'ana'): Promise<Caida[]> => (await desk.as(usuario, 'perdidas/caidas')).json.caidas
const caiu = (id: string, usuario = 'ana') => desk.act(usuario, id, 'caiu')
const act = (id: string, what: string) => desk.act('ana', id, what)
let keys = 0
/** Begins a conversation of Ana's at that time; with a caller who hides the number where it is null. */
async function talk(ms: number, telefone: string | null = maria) {
  const call = { ramal: 101, ...(telefone && { telefone }), ligacao_params: { call_id: `c${keys++}` } }
  const id = (await calls.notify(ms, call)).ligacaoId
  await calls.notify(ms, { ...call, ligacao_params: { ...call.ligacao_params, evento: 'atendida' } })
  /** The exchange ends the call by a cancel or, if given, by an `evento`, and may name a cause. */
  const end = (at: number, causa?: unknown, evento?: string) => {
    const told = { ...call, ligacao_params: { ...call.ligacao_params, causa, evento } }
    return evento ? calls.notify(at, told) : calls.cancel(at, told)
  }
  return { id, end }
}

describe('a conversation that the exchange ends', () => {
  test.each([
    [127, [undefined, 'encerrada'], 1],
    ['41', [undefined, 'encerrada'], 1],
    [16, [undefined, 'encerrada'], 0],
    ['16', [undefined, 'encerrada'], 0],
    [undefined, [undefined, 'encerrada'], 0],
    ['', [undefined], 0],
    ['normal', [undefined], 0],
    [0, [undefined], 0],
    [128, [undefined], 0],
    [{ causa: 3 }, [undefined], 0],
  ])('with cause %j, ended by %j (null is a cancel), gives dropped calls: %i', async (causa, ways, broken) => {
    for (const evento of ways) {
      await desk.clear()
      const { id, end } = await talk(0)
      await end(10 * second, causa, evento)
      expect((await caidas()).map((each) => each.id)).toEqual(broken ? [id] : [])
    }
  })

  test('without a cause is dropped when its caller rings any agent again within three minutes', async () => {
    const { id, end } = await talk(-5 * minute)
    await end(0)
    expect(await caidas()).toEqual([])
    await calls.notify(3 * minute, { ramal: 102, telefone: `+55${maria}` })
    expect(await caidas()).toMatchObject([{ id, caida_em: calls.at(0).toISOString() }])
    expect(Date.parse((await caidas())[0]?.prazo_em ?? '')).toBe(calls.at(3 * minute).getTime())
  })

  test('stays dropped while its caller rings on past the three minutes', async () => {
    const { id, end } = await talk(-5 * minute)
    await end(0)
    for (const at of [minute, 4 * minute]) await calls.notify(at, { ramal: 102, telefone: maria })
    expect(await caidas()).toMatchObject([{ id }])
  })

  test.each<[string, number, string | null, unknown]>([
    ['later', 3 * minute + 1, maria, undefined],
    ['with a hidden number, which anybody may have hidden', minute, null, undefined],
    ['though that ended by a normal cause', minute, maria, 16],
  ])('is not dropped where its caller rings %s', async (_when, again, telefone, causa) => {
    const { end } = await talk(-minute, telefone)
    await end(0, causa)
    await calls.notify(again, { ramal: 102, ...(telefone && { telefone }) })
    expect(await caidas()).toEqual([])
  })

  test('is judged once after three minutes, and the list of dropped calls does not change by that', async () => {
    const [ended, broken] = [await talk(-5 * minute, '3732210002'), await talk(-5 * minute)]
    await ended.end(0)
    await broken.end(0)
    await calls.notify(minute, { ramal: 102, telefone: maria })
    const kept = async () =>
      (await desk.database.pool.query('SELECT caiu FROM ligacao WHERE caida_em IS NOT NULL ORDER BY caiu')).rows
    await calls.judgeBrokenOff(4 * minute)
    expect(await kept()).toEqual([{ caiu: null }, { caiu: null }])
    const before = await caidas()
    await calls.judgeBrokenOff(4 * minute + 1)
    expect(await kept()).toEqual([{ caiu: true }])
    expect(await caidas()).toEqual(before)
    expect(before.map(({ id }) => id)).toEqual([broken.id])
    // A conversation that ended normally cannot be settled. Its agent may still say that it broke off.
    expect((await desk.as('ana', `perdidas/${ended.id}/assumir`, {})).status).toBe(404)
    expect((await caiu(ended.id)).status).toBe(200)
    expect((await caidas()).map(({ id }) => id).sort()).toEqual([ended.id, broken.id].sort())
  })
})

describe('"Caiu"', () => {
  test('marks an ended conversation as dropped, whatever its cause, and is undone when the window is reopened', async () => {
    const { id, end } = await talk(0)
    const told = await desk.screen('ana')
    let changed = 0
    told.socket.on('perdidas:mudaram', () => changed++)
    expect((await caiu(id)).json).toMatchObject({ status: 'error', ligacao: { estado: 'aberta' } })
    await act(id, 'fechar')
    expect(await caidas()).toEqual([])
    for (let times = 0; times < 2; times++) expect((await caiu(id)).status).toBe(200)
    expect(await caidas()).toMatchObject([{ id }])
    await told.sync()
    expect(changed).toBeGreaterThan(0)
    // A cancel that comes later does not undo the agent's word.
    await end(minute, 16)
    expect(await caidas()).toMatchObject([{ id }])

    const other = await talk(0, '3732210002')
    await act(other.id, 'fechar')
    await caiu(other.id)
    await act(other.id, 'reabrir')
    await act(other.id, 'fechar')
    expect((await caidas()).map((each) => each.id)).toEqual([id])
    // Not even when its caller rings again soon.
    await calls.notify(minute, { ramal: 102, telefone: '3732210002' })
    expect((await caidas()).map((each) => each.id)).toEqual([id])
    const normal = await talk(0, '3733330000')
    await normal.end(second, 16)
    expect((await caiu(normal.id)).status).toBe(200)
    expect((await caidas()).map((each) => each.id)).toContain(normal.id)
  })

  test('is accepted only from the call’s agent, and only for a call that was attended', async () => {
    const { id, end } = await talk(0)
    await end(second)
    expect((await caiu(id, 'bruno')).status).toBe(404)
    expect((await caiu('nada')).status).toBe(404)
    const missed = { ramal: 101, telefone: '3732210002', ligacao_params: { call_id: 'perdida' } }
    const { ligacaoId } = await calls.notify(0, missed)
    await calls.cancel(second, missed)
    expect((await caiu(ligacaoId)).status).toBe(409)
    // Ana closed this window, but nobody had attended the call.
    const quiet = await calls.notify(2 * second, { ...missed, ligacao_params: { call_id: 'sem conversa' } })
    await act(quiet.ligacaoId, 'fechar')
    expect((await caiu(quiet.ligacaoId)).status).toBe(409)
    expect(await caidas()).toEqual([])
  })
})

describe('a dropped call', () => {
  const drop = async () => {
    const { id, end } = await talk(-minute)
    await end(0, 127)
    return id
  }
  const perdidas = (path: string, body?: object) => desk.as('ana', `perdidas${path}`, body)

  test('is listed with a deadline 180 s after its end until it is settled, and is no missed call', async () => {
    const id = await drop()
    const [caida, ...more] = await caidas()
    expect(more).toEqual([])
    expect(caida).toMatchObject({ id, usuario: { usuario: 'ana' }, assumida: null, protocolo_formatado: null })
    expect(Date.parse(caida?.prazo_em ?? '')).toBe(calls.at(180 * second).getTime())
    expect(Date.parse(caida?.caida_em ?? '')).toBe(calls.at(0).getTime())
    expect(await caidas('bruno')).toEqual([])
    expect(await caidas('clara')).toHaveLength(1)
    expect((await perdidas('')).json.perdidas).toEqual([])
    expect((await perdidas('/total')).json.total).toBe(0)
    await perdidas(`/${id}/assumir`, {})
    expect(await caidas()).toMatchObject([{ assumida: { usuario: { usuario: 'ana' } } }])
    await perdidas('/tratar', { ids: [id], ate: new Date().toISOString() })
    expect(await caidas()).toEqual([])
    await perdidas('/reabrir', { ids: [id] })
    expect(await caidas()).toHaveLength(1)
  })

  test('is not listed once the caller is attended, the ticket is closed, or if the window was closed first', async () => {
    await drop()
    const again = { ramal: 102, telefone: maria, ligacao_params: { call_id: 'de novo' } }
    await calls.notify(second, again)
    await calls.notify(2 * second, { ...again, ligacao_params: { ...again.ligacao_params, evento: 'atendida' } })
    expect(await caidas()).toEqual([])
    // It does not come back when that later call ends and rings again.
    await calls.cancel(3 * second, again)
    await calls.notify(minute, again)
    expect(await caidas()).toEqual([])

    await desk.clear()
    const { id, end } = await talk(-minute)
    const { atendimento } = (await act(id, 'atendimento')).json
    await end(0, 127)
    expect(await caidas()).toMatchObject([{ protocolo_formatado: atendimento.protocolo_formatado }])
    const closing = { versao: atendimento.versao, estado: 'fechado' }
    expect((await desk.as('ana', `atendimentos/${atendimento.id}`, closing, 'PATCH')).status).toBe(200)
    expect(await caidas()).toEqual([])

    await desk.clear()
    const hers = await talk(-minute)
    await act(hers.id, 'fechar')
    await hers.end(minute, 127)
    expect(await caidas()).toEqual([])
  })

  test('of a hidden number stays listed when another hidden caller is attended', async () => {
    const { id, end } = await talk(-minute, null)
    await end(0, 127)
    await talk(minute, null)
    expect(await caidas()).toMatchObject([{ id }])
  })
})
