import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { isPerdida } from '#server/ligacao/rules/isPerdida'
import { type CallerCall, callerOf, groupPerdidas, situacaoOf } from '#server/perdida/rules'
import type { Situacao } from '#server/perdida/wire'
import { tratarRequest } from '#server/perdida/wire'
import { postAll } from '../../../app/perdida/perdidasQueries.ts'
import { type SteadyRow, steadyRows } from '../../../app/perdida/steadyRows.ts'

const start = Date.UTC(2026, 10, 22, 12)
const [before, rang, after] = [new Date(start - 1), new Date(start), new Date(start + 1)]
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

describe('a call counts as missed or not when', () => {
  test.each<[string, CallerCall['estado'], Date | null, boolean]>([
    ['the exchange cancelled it', 'cancelada', null, true],
    ['no screen was told of it', 'perdida', null, true],
    ['nobody closed it for hours', 'expirada', null, true],
    ['it rings', 'aberta', null, false],
    ['its agent closed it', 'fechada', null, false],
    ['it was attended, and then cancelled', 'cancelada', rang, false],
    ['it was attended, and never closed', 'expirada', rang, false],
  ])('%s', (_when, estado, atendida_em, missed) => expect(isPerdida({ estado, atendida_em })).toBe(missed))
})

describe('a missed call', () => {
  test('is in exactly one group, its caller’s, open or settled; calls that were not missed are in none', () => {
    fc.assert(
      fc.property(calls, (all) => {
        const groups = (['aberta', 'resolvida'] as const).flatMap((each) => {
          const ofSituation = groupPerdidas(all, each, () => true)
          expect(ofSituation.flatMap((group) => group.calls).every((one) => situacaoOf(one, all) === each)).toBe(true)
          return ofSituation
        })
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

  const missed: CallerCall = {
    ...{ id: 'missed', estado: 'cancelada', telefone_chave: '37999912222', notificada_em: rang },
    ...{ atendida_em: null, exibida_em: null, toque_entregue: null },
    ...{ assumida_em: null, tratada_em: null, atendida_depois_em: null },
  }
  const other: CallerCall = { ...missed, id: 'other', estado: 'fechada', notificada_em: before, atendida_em: after }
  test.each<[string, Partial<CallerCall>, Partial<CallerCall>, Situacao]>([
    ['its caller was attended later', {}, {}, 'resolvida'],
    ['its caller was attended as it began to ring', {}, { atendida_em: rang }, 'resolvida'],
    ['its caller was attended before it', {}, { atendida_em: before }, 'aberta'],
    ['its caller was not attended', {}, { atendida_em: null, notificada_em: after }, 'aberta'],
    ['another caller was attended later', {}, { telefone_chave: '3732210001' }, 'aberta'],
    ['somebody without a number was, as it has none', { telefone_chave: '' }, { telefone_chave: '' }, 'aberta'],
    ['somebody said so', { tratada_em: after }, { atendida_em: null }, 'resolvida'],
    [
      'it is noted that its caller was attended later',
      { atendida_depois_em: after },
      { atendida_em: null },
      'resolvida',
    ],
    ['that is noted of an earlier ring', { atendida_depois_em: before }, { atendida_em: null }, 'aberta'],
  ])('is settled or open when %s', (_why, of, beside, situacao) => {
    const call = { ...missed, ...of }
    expect(situacaoOf(call, [{ ...other, ...beside }, call])).toBe(situacao)
  })

  test('of another agent is not in the agent’s groups, but the last takeover of the caller by anyone is', () => {
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

  test('is in the same group, at the same place, in whatever order the calls are read', () => {
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

describe('the list of missed calls', () => {
  const keys = fc.uniqueArray(fc.integer({ min: 0, max: 20 }).map(String))
  const shown = (of: string[]): SteadyRow<string>[] => of.map((key) => ({ key, row: key, gone: false }))

  test('in use keeps every row in its place and marks removed ones; new rows wait or are appended', () => {
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

  test('shows the newest rows as soon as it is no longer in use', () => {
    fc.assert(
      fc.property(keys, keys, (before, fresh) => {
        expect(steadyRows(shown(before), fresh, String, false)).toEqual({ rows: shown(fresh), waiting: 0 })
      }),
    )
  })

  test('in use appends the next page, and lets new rows above wait', () => {
    expect(steadyRows(shown(['a', 'b']), ['n', 'a', 'b', 'c', 'd'], String, true)).toEqual({
      rows: shown(['a', 'b', 'c', 'd']),
      waiting: 1,
    })
  })

  test('in use updates the rows it shows, and appends nothing when none of them is left', () => {
    const [row, other] = [
      { id: 'a', tratada: true },
      { id: 'b', tratada: false },
    ]
    const before = [{ key: 'a', row: { id: 'a', tratada: false }, gone: false }]
    const keyOf = ({ id }: { id: string }) => id
    expect(steadyRows(before, [other, row], keyOf, true)).toEqual({
      rows: [{ key: 'a', row, gone: false }],
      waiting: 1,
    })
    expect(steadyRows(before, [other], keyOf, true)).toEqual({ rows: [{ ...before[0], gone: true }], waiting: 1 })
  })
})

test('the screen settles 450 missed calls as of one instant, in three requests that the server accepts', async () => {
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
