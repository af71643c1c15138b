import { useRef } from 'react'

/** A second press of the same button so soon was not meant, in milliseconds. */
const strayMs = 1_000

/**
 * A button may change its meaning when pressed, and the second press of a double click must not undo the first. Gives what
 * judges and notes each press by what is pressed; a press of something else in between makes the next one no double click.
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
