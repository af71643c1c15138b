import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { isPerdida } from '#server/ligacao/rules/isPerdida'
import type { EstadoLigacao } from '#server/ligacao/wire/ligacao'
import { tratarRequest } from '#server/perdida/wire'
import { postAll } from '../../../app/perdida/perdidasQueries.ts'
import { type SteadyRow, steadyRows } from '../../../app/perdida/steadyRows.ts'

describe('a call counts as missed or not when', () => {
  const rang = '2026-11-22T12:00:00.000Z'
  test.each<[string, EstadoLigacao, string | null, boolean]>([
    ['the exchange cancelled it', 'cancelada', null, true],
    ['no screen was told of it', 'perdida', null, true],
    ['nobody closed it for hours', 'expirada', null, true],
    ['it rings', 'aberta', null, false],
    ['its agent closed it', 'fechada', null, false],
    ['it was attended, and then cancelled', 'cancelada', rang, false],
    ['it was attended, and never closed', 'expirada', rang, false],
  ])('%s', (_when, estado, atendida_em, missed) => expect(isPerdida({ estado, atendida_em })).toBe(missed))
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
  const ate = '2026-11-22T12:00:00.000Z'
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
