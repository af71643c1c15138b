import { useRef } from 'react'

/** A press of the same button within this time after the last one, in milliseconds, was not meant. */
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
    const stray = last.current?.what === what && now - last.current.at < strayMs
    // A stray press counts too: an impatient hand goes on pressing.
    last.current = { what, at: now }
    return stray
  }
}
