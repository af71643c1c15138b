import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { readHistoryTermo } from '#server/historico/rules'
import { type CallerCall, callerOf, groupPerdidas, isPerdida, situacaoOf } from '#server/perdida/rules'
import { tratarRequest } from '#server/perdida/wire'
import { dayStart } from '#server/protocolo/rules/period'
import { momento } from '../../../app/perdida/momento.ts'
import { postAll } from '../../../app/perdida/perdidasQueries.ts'
import { type SteadyRow, steadyRows } from '../../../app/perdida/steadyRows.ts'
import { noteFuso } from '../../../app/ui/fuso.ts'

const start = Date.UTC(2026, 10, 22, 12)
const at = fc.integer({ min: 0, max: 600 }).map((minute) => new Date(start + minute * 60_000))
const maybe = fc.option(at, { nil: null })
const estado = fc.constantFrom(
  ...(['aberta', 'fechada', 'cancelada', 'perdida', 'expirada'] satisfies CallerCall['estado'][]),
)
const call: fc.Arbitrary<CallerCall & { usuario_id: number }> = fc.record({
  id: fc.uuid(),
  usuario_id: fc.integer({ min: 1, max: 3 }),
  telefone_chave: fc.constantFrom('', '3732210001', '37999912222', '+12125550100'),
  estado,
  notificada_em: at,
  atendida_em: maybe,
  exibida_em: maybe,
  toque_entregue: maybe,
  assumida_em: maybe,
  tratada_em: maybe,
  atendida_depois_em: maybe,
})
const calls = fc.uniqueArray(call, { selector: ({ id }) => id, maxLength: 30 })

describe('a missed call', () => {
  test('is one that ended, and that nobody attended nor closed', () => {
    fc.assert(
      fc.property(call, (each) => {
        const ended = each.estado === 'cancelada' || each.estado === 'perdida' || each.estado === 'expirada'
        expect(isPerdida(each)).toBe(ended && each.atendida_em === null)
      }),
    )
  })

  test('stands in one group of one situation, its caller’s, and no other call stands in any', () => {
    fc.assert(
      fc.property(calls, (all) => {
        const groups = (['aberta', 'resolvida'] as const).flatMap((each) => groupPerdidas(all, each, () => true))
        const grouped = groups.flatMap((group) => group.calls)
        expect(grouped.map(({ id }) => id).toSorted()).toEqual(
          all
            .filter(isPerdida)
            .map(({ id }) => id)
            .toSorted(),
        )
        for (const { chamador, calls: own, naoVistas } of groups) {
          expect(new Set(own.map(callerOf))).toEqual(new Set([chamador]))
          if (own[0].telefone_chave === '') expect(own).toHaveLength(1)
          expect(own.map(({ notificada_em }) => Number(notificada_em))).toEqual(
            own.map(({ notificada_em }) => Number(notificada_em)).toSorted((a, b) => b - a),
          )
          expect(naoVistas).toBe(own.filter((each) => !each.exibida_em && !each.toque_entregue).length)
        }
      }),
    )
  })

  test('is settled by a later attended call of the same caller alone, and what rang before it is too', () => {
    fc.assert(
      fc.property(calls, (all) => {
        for (const each of all.filter(isPerdida)) {
          const later = all.some(
            (other) =>
              other.telefone_chave !== '' &&
              other.telefone_chave === each.telefone_chave &&
              other.atendida_em !== null &&
              other.atendida_em >= each.notificada_em,
          )
          const noted = each.atendida_depois_em !== null && each.atendida_depois_em >= each.notificada_em
          expect(situacaoOf(each, all)).toBe(each.tratada_em !== null || noted || later ? 'resolvida' : 'aberta')
        }
        for (const { calls: own } of groupPerdidas(all, 'aberta', () => true))
          expect(own.every((each) => situacaoOf(each, all) === 'aberta')).toBe(true)
      }),
    )
  })

  test('of somebody else is in no group, and tells who took the caller over', () => {
    fc.assert(
      fc.property(calls, (all) => {
        for (const { calls: own, assumida } of groupPerdidas(all, 'aberta', ({ usuario_id }) => usuario_id === 1)) {
          expect(own.every(({ usuario_id }) => usuario_id === 1)).toBe(true)
          const last = all
            .filter(
              (each) => isPerdida(each) && callerOf(each) === callerOf(own[0]) && situacaoOf(each, all) === 'aberta',
            )
            .flatMap((each) => (each.assumida_em ? [Number(each.assumida_em)] : []))
          expect(assumida ? Number(assumida.assumida_em) : undefined).toBe(
            last.length > 0 ? Math.max(...last) : undefined,
          )
        }
      }),
    )
  })

  test('is grouped the same in whatever order the calls are read', () => {
    fc.assert(
      fc.property(calls, fc.infiniteStream(fc.nat()), (all, order) => {
        const shuffled = all
          .map((each) => [order.next().value, each] as const)
          .sort(([a], [b]) => a - b)
          .map(([, each]) => each)
        const told = (given: CallerCall[]) =>
          groupPerdidas(given, 'aberta', () => true).map(({ chamador, calls: own }) => [
            chamador,
            own.map(({ id }) => id),
          ])
        expect(told(shuffled)).toEqual(told(all))
      }),
    )
  })
})

describe('a list under the hand', () => {
  const keys = fc.uniqueArray(fc.integer({ min: 0, max: 20 }).map(String))
  const shown = (of: string[]): SteadyRow<string>[] => of.map((key) => ({ key, row: key, gone: false }))

  test('moves nothing: rows keep their places, what went away is gone in its place, new ones wait or come behind', () => {
    fc.assert(
      fc.property(keys, keys, (before, fresh) => {
        const { rows, waiting } = steadyRows(shown(before), fresh, String, true)
        expect(rows.slice(0, before.length).map(({ key }) => key)).toEqual(before)
        for (const { key, gone } of rows) expect(gone).toBe(!fresh.includes(key))
        const news = fresh.filter((key) => !before.includes(key)).length
        expect(rows.length - before.length + waiting).toBe(news)
      }),
    )
  })

  test('is the list as it is once the hand is away', () => {
    fc.assert(
      fc.property(keys, keys, (before, fresh) => {
        expect(steadyRows(shown(before), fresh, String, false)).toEqual({ rows: shown(fresh), waiting: 0 })
      }),
    )
  })

  test('takes a next page behind the last row', () => {
    expect(steadyRows(shown(['a', 'b']), ['n', 'a', 'b', 'c', 'd'], String, true)).toEqual({
      rows: shown(['a', 'b', 'c', 'd']),
      waiting: 1,
    })
  })
})

describe('days and times', () => {
  test('a day begins at its own midnight, also where clocks change', () => {
    expect(dayStart('2026-11-22', 'America/Sao_Paulo').toISOString()).toBe('2026-11-22T03:00:00.000Z')
    expect(dayStart('2026-11-22', 'UTC').toISOString()).toBe('2026-11-22T00:00:00.000Z')
    expect(dayStart('2026-11-22', 'Pacific/Kiritimati').toISOString()).toBe('2026-11-21T10:00:00.000Z')
    // There was no midnight on that day in São Paulo.
    expect(dayStart('2018-11-04', 'America/Sao_Paulo').toISOString()).toBe('2018-11-04T03:00:00.000Z')
  })

  test('are said as people say them', () => {
    const now = new Date(2026, 10, 22, 12).getTime()
    const said = (...of: [number, number, number, number, number]) => momento(new Date(...of).toISOString(), now)
    expect(said(2026, 10, 22, 9, 5)).toBe('hoje 09:05')
    expect(said(2026, 10, 21, 23, 59)).toBe('ontem 23:59')
    expect(said(2026, 10, 2, 8, 0)).toBe('02/11 08:00')
    expect(said(2025, 10, 22, 8, 0)).toBe('22/11/2025 08:00')
    // By the desk's midnight, and over a month's.
    noteFuso('Asia/Tokyo')
    expect(momento('2026-11-30T14:59:00Z', Date.parse('2026-11-30T15:00:00Z'))).toBe('ontem 23:59')
    expect(momento('2026-11-29T15:00:00Z', Date.parse('2026-11-30T14:59:00Z'))).toBe('hoje 00:00')
    noteFuso('')
  })
})

describe('what is searched for among calls', () => {
  test('digits are a telephone of any area and a protocol, letters are words, and too little is nothing', () => {
    expect(readHistoryTermo('+55 (37) 99991-2222', undefined)).toEqual({
      telefones: ['37999912222'],
      protocolo: null,
      palavras: [],
    })
    const local = readHistoryTermo('9991-2222', undefined)?.telefones ?? []
    expect(local).toContain('37999912222')
    expect(local).toContain('11999912222')
    expect(local).not.toContain('20999912222')
    expect(readHistoryTermo('2026 1122 000 123', undefined)?.protocolo).toEqual(['20261122000123', '20261122000123'])
    expect(readHistoryTermo('20261122', undefined)?.protocolo).toEqual(['20261122000000', '20261122999999'])
    expect(readHistoryTermo('Conexão de 10%', undefined)?.palavras).toEqual(['conexao', 'de', '10%'])
    for (const little of ['', ' ', 'a', 'de', '37', '(', '--']) expect(readHistoryTermo(little, '37')).toBeNull()
  })

  test('any text is read without a mistake', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => void readHistoryTermo(text, '37')))
  })
})

test('all selected callers are settled as of one instant, however many, in requests that the server takes', async () => {
  const ids = Array.from({ length: 450 }, () => crypto.randomUUID())
  const ate = new Date(start).toISOString()
  const sent: string[][] = []
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_path, init) => {
    const read = tratarRequest.parse(JSON.parse(String(init?.body)))
    expect(read.ate).toBe(ate)
    sent.push(read.ids)
    return Response.json({ status: 'success' })
  })
  await postAll('/tratar', { ids, ate }).finally(() => fetched.mockRestore())
  expect(sent).toHaveLength(3)
  expect(sent.flat()).toEqual(ids)
})
