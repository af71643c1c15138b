import { useRef } from 'react'

/** A second press of the same button within this time, in milliseconds, was not meant. */
const strayMs = 1_000

/**
 * A button may change its meaning when pressed, and the second press of a double click must not undo the first. Returns
 * a function that notes a press of `what` and says whether it is such a second press. After a press of something else
 * in between, the next one is meant.
 */
export function useStrayPress() {
  const last = useRef<{ what: string | number; at: number }>(undefined)
  return (what: string | number): boolean => {
    const now = Date.now()
    if (last.current?.what === what && now - last.current.at < strayMs) return true
    last.current = { what, at: now }
    return false
  }
}
