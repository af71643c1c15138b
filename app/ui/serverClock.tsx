import { useInterval } from '@mantine/hooks'
import { useState } from 'react'

let offset = 0

/** Remembers how far this computer's clock is off, from a `Date` header (whole seconds): "há 12 s" must be true here too. */
export function noteServerDate(header: string | null) {
  const server = header ? Date.parse(header) : Number.NaN
  if (Number.isNaN(server)) return
  const difference = server - Date.now()
  offset = Math.abs(difference) > 2_000 ? difference : 0
}

/** The server's time in milliseconds, as well as this browser can tell. */
export const serverNow = () => Date.now() + offset

/** The server's time in milliseconds, anew every second. */
export function useServerNow(): number {
  const [now, setNow] = useState(serverNow)
  useInterval(() => setNow(serverNow()), 1_000, { autoInvoke: true })
  return now
}

/** How long ago, in words; both in milliseconds. A clock that runs behind gives "agora", never the future. */
export function decorrido(instante: number, now: number): string {
  const seconds = Math.floor((now - instante) / 1_000)
  if (seconds < 2) return 'agora'
  if (seconds < 60) return `há ${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `há ${minutes} min ${String(seconds % 60).padStart(2, '0')} s`
  return `há ${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

/** "há 12 s", ticking. */
export function HaQuantoTempo({ instante }: { instante: string }) {
  const now = useServerNow()
  return (
    <time dateTime={instante} className="algarismos">
      {decorrido(Date.parse(instante), now)}
    </time>
  )
}
