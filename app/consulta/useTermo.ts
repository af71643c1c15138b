import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

const typingPause = 200

/** The search field: it follows the keys at once, and the address follows it when they pause. */
export function useTermo(termo: string, onSettle: (termo: string) => void) {
  const [typed, setTyped] = useState(termo)
  const sent = useRef(termo)
  const settle = useDebouncedCallback((value: string) => {
    sent.current = value.trim()
    onSettle(value)
  }, typingPause)
  // Changed from elsewhere: the filters were cleared, or the address is another.
  useEffect(() => {
    if (termo === sent.current) return
    sent.current = termo
    setTyped(termo)
  }, [termo])
  const type = (value: string) => {
    setTyped(value)
    settle(value)
  }
  return { typed, type }
}
