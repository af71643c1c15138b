import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ClockedCalls, clockedCalls } from '../../support/clockedCalls.ts'
import { startDesk, type TestDesk } from '../../support/desk.ts'
import type { Screen } from '../../support/screen.ts'

let desk: TestDesk
let calls: ClockedCalls
let ana: Screen
let anaId: number
beforeAll(async () => {
  desk = await startDesk()
  anaId = await desk.idOf('ana')
})
beforeEach(async () => {
  await desk.clear()
  ana = await desk.screen('ana')
  calls = await clockedCalls(desk)
})
afterAll(() => desk.stop())

const body = { ramal: 101, telefone: '37999912222' }
const keyed = { ...body, ligacao_params: { call_id: 'a' } }
const [second, minute, hour] = [1_000, 60_000, 3_600_000]
const enderOf = async (id: string) =>
  (await desk.database.pool.query('SELECT encerrada_por FROM ligacao WHERE id = $1', [id])).rows[0]?.encerrada_por
const stateOf = async (id: string) =>
  (await desk.database.pool.query('SELECT estado FROM ligacao WHERE id = $1', [id])).rows[0]?.estado

describe('a repeated notification', () => {
  test('is silent within ten seconds of the last one, and rings again later in the same window', async () => {
    const { ligacaoId } = await calls.notify(0, body)
    await calls.notify(9_999, body)
    await calls.notify(19_998, body)
    expect(await ana.events()).toEqual(['ligacao:aberta'])
    const again = await calls.notify(29_998, body)
    expect(again.ligacaoId).toBe(ligacaoId)
    expect(await ana.events()).toEqual(['ligacao:aberta', 'ligacao:atualizada'])
    const [opened, rang] = ana.heard.map(({ ligacao }) => ligacao)
    expect(opened?.tocada_em).toBe(calls.at(0).toISOString())
    expect(rang?.tocada_em).toBe(calls.at(29_998).toISOString())
    expect(rang?.versao).toBeGreaterThan(opened?.versao ?? 0)
  })
})

describe('the mark of a cancel', () => {
  test('counts for just under ten seconds', async () => {
    await calls.cancel(0, keyed)
    await calls.notify(9_999, keyed)
    expect(await ana.events()).toEqual([])
  })

  test('is forgotten after ten', async () => {
    await calls.cancel(0, keyed)
    await calls.notify(10_000, keyed)
    expect(await ana.events()).toEqual(['ligacao:aberta'])
  })
})

describe('a window', () => {
  test('that nobody closes expires after eight hours, and its screens are told', async () => {
    const { ligacaoId } = await calls.notify(0, body)
    expect(await calls.expire(8 * hour - 1)).toBe(0)
    expect(await calls.expire(8 * hour)).toBe(1)
    expect(await ana.events()).toEqual(['ligacao:aberta', 'ligacao:encerrada'])
    expect(ana.heard[1]?.ligacao).toMatchObject({ id: ligacaoId, estado: 'expirada', encerrada_por: 'prazo' })
    expect(await calls.openOf(8 * hour, anaId)).toEqual([])
  })

  test('past its time does not stand in the way of a new call from the same telephone', async () => {
    const old = await calls.notify(0, body)
    const fresh = await calls.notify(8 * hour, body)
    expect(fresh.ligacaoId).not.toBe(old.ligacaoId)
    expect(await stateOf(old.ligacaoId)).toBe('expirada')
    expect(await stateOf(fresh.ligacaoId)).toBe('aberta')
  })

  test('past its time is not what a cancel closes', async () => {
    await calls.notify(0, body)
    expect(await calls.cancel(8 * hour, { ramal: 101 })).toEqual({ ligacaoId: null, telas: 0 })
  })

  test('that no screen showed is there on connect for two minutes, then it is missed', async () => {
    const { ligacaoId } = await calls.notify(0, body)
    expect((await calls.openOf(2 * minute, anaId)).map(({ id }) => id)).toEqual([ligacaoId])
    expect(await calls.openOf(2 * minute + 1, anaId)).toEqual([])
    expect(await stateOf(ligacaoId)).toBe('perdida')
    expect(await enderOf(ligacaoId)).toBe('prazo')
  })

  test('that a screen showed is there for hours', async () => {
    const { ligacaoId } = await calls.notify(0, body)
    await ana.sync()
    ana.socket.emit('ligacao:exibida', { id: ligacaoId })
    await expect
      .poll(
        async () =>
          (await desk.database.pool.query('SELECT exibida_em FROM ligacao WHERE id = $1', [ligacaoId])).rows[0]
            .exibida_em,
      )
      .not.toBeNull()
    expect(await calls.openOf(7 * hour, anaId)).toHaveLength(1)
  })

  test('cannot be reported as shown by another user', async () => {
    const { ligacaoId } = await calls.notify(0, body)
    const bruno = await desk.screen('bruno')
    const own = await calls.notify(0, { ramal: 102 })
    bruno.socket.emit('ligacao:exibida', { id: ligacaoId })
    bruno.socket.emit('ligacao:exibida', { id: own.ligacaoId })
    // One statement a user: once his own is written, so would hers be.
    await expect
      .poll(
        async () =>
          (await desk.database.pool.query('SELECT exibida_em FROM ligacao WHERE id = $1', [own.ligacaoId])).rows[0]
            .exibida_em,
      )
      .not.toBeNull()
    expect(await calls.openOf(2 * minute + second, anaId)).toEqual([])
  })
})
