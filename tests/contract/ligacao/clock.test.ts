import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listAbertas } from '#server/ligacao/agentLigacao'
import { flushShown, reportShown } from '#server/ligacao/reportShown'
import { markSeen } from '#server/ligacao/rows/seenWindows'
import { type ClockedCalls, clockedCalls } from '../../support/clockedCalls.ts'
import type { Screen } from '../../support/screen.ts'
import { useDesk } from '../../support/useDesk.ts'

const desk = useDesk()
let calls: ClockedCalls
let ana: Screen
let anaId: number
beforeAll(async () => {
  anaId = await desk.idOf('ana')
})
beforeEach(async () => {
  await desk.clear()
  ana = await desk.screen('ana')
  calls = await clockedCalls(desk)
})

const body = { ramal: 101, telefone: '37999912222' }
const keyed = { ...body, ligacao_params: { call_id: 'a' } }
const [second, minute, hour] = [1_000, 60_000, 3_600_000]
const enderOf = async (id: string) =>
  (await desk.database.pool.query('SELECT encerrada_por FROM ligacao WHERE id = $1', [id])).rows[0]?.encerrada_por

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
  test('stops its call for just under ten seconds', async () => {
    await calls.cancel(0, keyed)
    await calls.notify(9_999, keyed)
    expect(await ana.events()).toEqual([])
  })

  test('no longer stops its call after ten seconds', async () => {
    await calls.cancel(0, keyed)
    await calls.notify(10_000, keyed)
    expect(await ana.events()).toEqual(['ligacao:aberta'])
  })
})

test('a clock that is set back stops no call: marks and ends in the future do not count as recent', async () => {
  await calls.cancel(0, keyed)
  // After the clock was set back, the mark and the end lie in the future. Neither may count as recent.
  await calls.notify(-10 * minute, keyed)
  await calls.cancel(-10 * minute, keyed)
  await calls.notify(-20 * minute, keyed)
  await calls.notify(-30 * minute, keyed)
  const events = ['ligacao:aberta', 'ligacao:encerrada', 'ligacao:aberta', 'ligacao:atualizada']
  expect(await ana.events()).toEqual(events)
  await calls.notify(9 * hour, { ramal: 102 })
  expect([await calls.expire(hour + 1), await calls.expire(hour)]).toEqual([0, 1])
})

test('an unused cancel mark is deleted after a minute', async () => {
  const marks = async () => (await desk.database.pool.query('SELECT id FROM marca_cancelamento')).rowCount
  await calls.cancel(0, keyed)
  await calls.expire(minute)
  expect(await marks()).toBe(1)
  await calls.expire(minute + 1)
  expect(await marks()).toBe(0)
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

  test('past its eight hours does not block a new call from the same telephone', async () => {
    const old = await calls.notify(0, body)
    const fresh = await calls.notify(8 * hour, body)
    expect(fresh.ligacaoId).not.toBe(old.ligacaoId)
    expect(await desk.stateOf(old.ligacaoId)).toBe('expirada')
    expect(await desk.stateOf(fresh.ligacaoId)).toBe('aberta')
  })

  test('past its eight hours is closed on the screens when a new call from the same telephone comes', async () => {
    const old = await calls.notify(0, body)
    const fresh = await calls.notify(8 * hour, body)
    expect(await ana.events()).toEqual(['ligacao:aberta', 'ligacao:encerrada', 'ligacao:aberta'])
    expect(ana.heard.map(({ ligacao }) => ligacao.id)).toEqual([old.ligacaoId, old.ligacaoId, fresh.ligacaoId])
    expect(ana.heard[1]?.ligacao).toMatchObject({ estado: 'expirada', encerrada_por: 'prazo' })
  })

  test('past its eight hours is not closed by a cancel', async () => {
    await calls.notify(0, body)
    expect(await calls.cancel(8 * hour, { ramal: 101 })).toEqual({ ligacaoId: null, telas: 0 })
  })

  const disconnectAna = async () => {
    ana.close()
    await expect.poll(() => desk.desk.publisher.screensOf(anaId)).toBe(0)
  }
  const toldOf = async (id: string) =>
    (await desk.database.pool.query('SELECT toque_entregue FROM ligacao WHERE id = $1', [id])).rows[0]?.toque_entregue

  test('that reached no screen waits two minutes for one to connect, and is then missed', async () => {
    await disconnectAna()
    const { ligacaoId } = await calls.notify(0, body)
    expect((await calls.openOf(2 * minute, anaId)).map(({ id }) => id)).toEqual([ligacaoId])
    expect(await calls.openOf(2 * minute + 1, anaId)).toEqual([])
    expect(await desk.stateOf(ligacaoId)).toBe('perdida')
    expect(await enderOf(ligacaoId)).toBe('prazo')
  })

  test('that reached no screen is not missed if the exchange said that its call was attended', async () => {
    await disconnectAna()
    const { ligacaoId } = await calls.notify(0, keyed)
    await calls.notify(second, { ...keyed, ligacao_params: { ...keyed.ligacao_params, evento: 'atendida' } })
    expect((await calls.openOf(2 * minute + second + 1, anaId)).map(({ id }) => id)).toEqual([ligacaoId])
    expect(await desk.stateOf(ligacaoId)).toBe('aberta')
  })

  test('that was delivered to a connected screen is not missed after two minutes', async () => {
    const { ligacaoId } = await calls.notify(0, body)
    await expect.poll(() => toldOf(ligacaoId)).toEqual(calls.at(0))
    expect((await calls.openOf(2 * minute + second, anaId)).map(({ id }) => id)).toEqual([ligacaoId])
    expect(await desk.stateOf(ligacaoId)).toBe('aberta')
    // A late write about the ring before must not overwrite that the window of the last ring was shown.
    const late = { id: ligacaoId, usuario_id: anaId, exibida: true, toque: calls.at(-minute).toISOString() }
    await markSeen(desk.database, [late], new Date())
    expect(await toldOf(ligacaoId)).toEqual(calls.at(0))
  })

  test('that was in a screen’s first snapshot counts as delivered and stays open for hours', async () => {
    await disconnectAna()
    const { ligacaoId } = await calls.notify(0, body)
    expect(await toldOf(ligacaoId)).toBeNull()
    const again = await desk.screen('ana')
    expect(again.first.ligacoes.map(({ id }) => id)).toEqual([ligacaoId])
    await expect.poll(() => toldOf(ligacaoId)).toEqual(calls.at(0))
    expect(await calls.openOf(7 * hour, anaId)).toHaveLength(1)
  })

  test('that a screen reported as shown stays open for hours', async () => {
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
    await disconnectAna()
    const { ligacaoId } = await calls.notify(0, body)
    const bruno = await desk.screen('bruno')
    const own = await calls.notify(0, { ramal: 102 })
    bruno.socket.emit('ligacao:exibida', { id: ligacaoId })
    bruno.socket.emit('ligacao:exibida', { id: own.ligacaoId })
    // Reports of one user are written in one statement: once Bruno's own is written, the other would be written too.
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

describe('a call that is over and rings again', () => {
  const straggler = 5 * second - 1

  test('within five seconds of its end opens no window and sends no event', async () => {
    const { ligacaoId } = await calls.notify(0, keyed)
    await calls.cancel(second, keyed)
    expect(await calls.notify(second + straggler, keyed)).toEqual({ ligacaoId, telas: 0 })
    expect(await ana.events()).toEqual(['ligacao:aberta', 'ligacao:encerrada'])
    expect(await desk.stateOf(ligacaoId)).toBe('cancelada')
  })

  test('five seconds after its end or later opens its window again, with the same id', async () => {
    const { ligacaoId } = await calls.notify(0, keyed)
    await calls.cancel(20 * second, keyed)
    expect(await calls.notify(25 * second, keyed)).toEqual({ ligacaoId, telas: 1 })
    expect(await ana.events()).toEqual(['ligacao:aberta', 'ligacao:encerrada', 'ligacao:aberta'])
    const [, ended, again] = ana.heard.map(({ ligacao }) => ligacao)
    expect(again).toMatchObject({ id: ligacaoId, estado: 'aberta', encerrada_em: null, encerrada_por: null })
    expect(again?.versao).toBeGreaterThan(ended?.versao ?? 0)
    expect(again?.tocada_em).toBe(calls.at(25 * second).toISOString())
    expect((await ana.sync()).ligacoes).toEqual([again])
    // The next notification right after that is an ordinary retransmission.
    await calls.notify(26 * second, keyed)
    expect(await ana.events()).toHaveLength(3)
  })

  test('opens the same window again in each round of a queue, and each round’s cancel closes it', async () => {
    const rounds = [0, 20 * second, 40 * second]
    for (const round of rounds) {
      await calls.notify(round, keyed)
      await calls.cancel(round + 15 * second, keyed)
    }
    expect(await ana.events()).toEqual(rounds.flatMap(() => ['ligacao:aberta', 'ligacao:encerrada']))
    expect(new Set(ana.heard.map(({ ligacao }) => ligacao.id)).size).toBe(1)
    expect((await ana.sync()).ligacoes).toEqual([])
  })

  test('keeps its ticket, which keeps its customer; to open it again counts as attending', async () => {
    const { ligacaoId } = await calls.notify(0, keyed)
    const { protocolo } = (await desk.act('ana', ligacaoId, 'atendimento')).json.atendimento
    await desk.act('ana', ligacaoId, 'fechar')
    await calls.notify(minute, { ...keyed, telefone: undefined, id_cliente: 2 })
    const [again] = (await ana.sync()).ligacoes
    expect(again).toMatchObject({ id: ligacaoId, cliente: { id_cliente: 1 }, atendimento: { protocolo } })
    expect(again?.atendida_em).toBeNull()
    const { json } = await desk.act('ana', ligacaoId, 'atendimento')
    expect(json.atendimento.protocolo).toBe(protocolo)
    expect(json.ligacao.atendida_em).not.toBeNull()
    await calls.cancel(minute + second, keyed)
    expect(await enderOf(ligacaoId)).toBe('central')
    expect(await desk.stateOf(ligacaoId)).toBe('fechada')
  })

  test('with no screen connected waits two minutes, and is then missed', async () => {
    const { ligacaoId } = await calls.notify(0, keyed)
    await ana.sync()
    ana.socket.emit('ligacao:exibida', { id: ligacaoId })
    await calls.cancel(second, keyed)
    await ana.sync()
    ana.close()
    await expect.poll(() => desk.desk.publisher.screensOf(anaId)).toBe(0)
    await flushShown(desk.desk)
    await calls.notify(10 * second, keyed)
    expect((await calls.openOf(10 * second + 2 * minute, anaId)).map(({ id }) => id)).toEqual([ligacaoId])
    expect(await calls.openOf(10 * second + 2 * minute + 1, anaId)).toEqual([])
    expect(await desk.stateOf(ligacaoId)).toBe('perdida')
  })

  test('that a screen reported as shown is not missed, even before the report is stored', async () => {
    ana.close()
    await expect.poll(() => desk.desk.publisher.screensOf(anaId)).toBe(0)
    const { ligacaoId } = await calls.notify(0, keyed)
    const later = { ...desk.desk, now: () => calls.at(3 * minute) }
    reportShown(later, anaId, ligacaoId)
    expect((await listAbertas(later, anaId)).ligacoes.map(({ id }) => id)).toEqual([ligacaoId])
  })

  test('whose cancel came before the ring opens no window, but its next round does', async () => {
    const { ligacaoId } = await calls.notify(0, keyed)
    await calls.cancel(second, keyed)
    await calls.cancel(20 * second, keyed)
    expect(await calls.notify(21 * second, keyed)).toEqual({ ligacaoId, telas: 0 })
    expect(await calls.notify(22 * second, keyed)).toEqual({ ligacaoId, telas: 0 })
    expect(await ana.events()).toEqual(['ligacao:aberta', 'ligacao:encerrada'])
    await calls.notify(40 * second, keyed)
    expect(await ana.events()).toEqual(['ligacao:aberta', 'ligacao:encerrada', 'ligacao:aberta'])
  })

  test('whose cancel came before the ring is recorded as missed with the caller of the new ring', async () => {
    const { rows } = await desk.database.pool.query('SELECT id_cliente FROM cliente ORDER BY id_cliente DESC LIMIT 1')
    const other = { ...keyed, telefone: '37988880002', ligacao_params: { call_id: 'a', fila: 'nova' } }
    const { ligacaoId } = await calls.notify(0, keyed)
    await calls.cancel(second, keyed)
    await calls.cancel(20 * second, other)
    expect(await calls.notify(21 * second, { ...other, ...rows[0] })).toEqual({ ligacaoId, telas: 0 })
    const { rows: written } = await desk.database.pool.query(
      'SELECT estado, telefone, ligacao_params, id_cliente FROM ligacao WHERE id = $1',
      [ligacaoId],
    )
    expect(written).toEqual([
      {
        estado: 'cancelada',
        telefone: other.telefone,
        ligacao_params: JSON.stringify(other.ligacao_params),
        ...rows[0],
      },
    ])
  })
})
