import { useEffect, useState } from 'react'
import { serverNow } from '../api/serverClock.ts'

/** The server's time in milliseconds, anew every second. */
export function useServerNow(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
