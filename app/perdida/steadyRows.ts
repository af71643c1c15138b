import { useForceUpdate } from '@mantine/hooks'
import { useEffect, useEffectEvent, useRef } from 'react'
import { semEliminados } from '../cliente/pagina/eliminados.ts'

/** `gone`: the list no longer has it. */
export interface SteadyRow<Row> {
  key: string
  row: Row
  gone: boolean
}

interface SteadyRows<Row> {
  rows: SteadyRow<Row>[]
  /** New rows that are held back while the hand is on the list. */
  waiting: number
}

/**
 * Pure. The rows to show, from the rows shown before and the list as it is now. While the hand is on the list (`held`,
 * see useHand) nothing moves: rows keep their places, removed rows stay and can be undone, new rows wait, and only a
 * next page is appended. Otherwise the rows are the list as it is now.
 */
export function steadyRows<Row>(
  shown: readonly SteadyRow<Row>[],
  fresh: readonly Row[],
  keyOf: (row: Row) => string,
  held: boolean,
): SteadyRows<Row> {
  const rowOf = (row: Row): SteadyRow<Row> => ({ key: keyOf(row), row, gone: false })
  if (!held) return { rows: fresh.map(rowOf), waiting: 0 }
  const freshByKey = new Map(fresh.map((row) => [keyOf(row), row]))
  const shownKeys = new Set(shown.map(({ key }) => key))
  const kept = shown.map(({ key, row }) => ({ key, row: freshByKey.get(key) ?? row, gone: !freshByKey.has(key) }))
  const lastKnown = fresh.findLastIndex((row) => shownKeys.has(keyOf(row)))
  const appended = lastKnown < 0 ? [] : fresh.slice(lastKnown + 1)
  const news = fresh.filter((row) => !shownKeys.has(keyOf(row))).length
  return { rows: [...kept, ...appended.map(rowOf)], waiting: news - appended.length }
}

/**
 * `steadyRows` of the list that `of` names; another list starts anew. `reveal` shows the waiting rows. `moves` grows
 * whenever another row takes the place of one that was shown.
 */
export function useSteadyRows<Row>(of: string, fresh: readonly Row[], keyOf: (row: Row) => string, held: boolean) {
  const kept = useRef<{ of: string; rows: SteadyRow<Row>[]; moves: number } | null>(null)
  const drawAgain = useForceUpdate()
  const known = kept.current?.of === of ? kept.current.rows : []
  const now = steadyRows(known, fresh, keyOf, held && known.length > 0)
  const placed = known.every(({ key }, at) => key === now.rows[at]?.key)
  const moves = (kept.current?.moves ?? 0) + Number(!placed)
  useEffect(() => {
    kept.current = { of, rows: now.rows, moves }
  })
  const reveal = () => {
    if (kept.current) kept.current.rows = []
    drawAgain()
  }
  // The row of an erased person does not stay, not even under the hand.
  const letGo = useEffectEvent(reveal)
  useEffect(() => semEliminados.subscribe(() => letGo()), [])
  return { ...now, moves, reveal }
}
