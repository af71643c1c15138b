import { useSyncExternalStore } from 'react'
import { contagem } from '../format.ts'
import { createListeners } from '../listeners.ts'

let offset = 0

/**
 * Notes how far this computer's clock is off, from a `Date` header (whole seconds): "há 12 s" must be true here, too.
 */
export function noteServerDate(header: string | null) {
  const server = header ? Date.parse(header) : Number.NaN
  if (Number.isNaN(server)) return
  const difference = server - Date.now()
  const before = offset
  offset = Math.abs(difference) > 2_000 ? difference : 0
  // Times on the page were computed with the old offset.
  if (Math.abs(offset - before) >= 1_000) tick()
}

/** The server's time in milliseconds, as well as this browser can tell. */
export const serverNow = () => Date.now() + offset

const listeners = createListeners()
let timer: ReturnType<typeof setInterval> | undefined
let told = 0

function tick() {
  told = serverNow()
  listeners.tell()
}

/** One clock for the whole page: all times change together. */
function subscribe(listener: () => void) {
  if (listeners.isEmpty()) {
    told = serverNow()
    timer = setInterval(tick, 1_000)
  }
  const end = listeners.subscribe(listener)
  return () => {
    end()
    if (listeners.isEmpty()) clearInterval(timer)
  }
}

/** The server's time at the last tick. Without listeners no timer runs, so the reader brings it up to date. */
function current() {
  if (listeners.isEmpty() && Math.abs(serverNow() - told) >= 1_000) told = serverNow()
  return told
}

export const useServerNow = (): number => useSyncExternalStore(subscribe, current, current)

/** A number or text computed from the server's time. The caller re-renders only when that value changes. */
export const useAtServerTime = <T extends number | string>(read: (now: number) => T): T => {
  const reading = () => read(current())
  return useSyncExternalStore(subscribe, reading, reading)
}

/** Both in milliseconds. A clock that runs behind gives "agora", never the future. */
export function decorrido(instante: number, now: number): string {
  const seconds = Math.floor((now - instante) / 1_000)
  if (seconds < 2) return 'agora'
  if (seconds < 60) return `há ${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `há ${minutes} min ${String(seconds % 60).padStart(2, '0')} s`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return `há ${hours} h ${String(minutes % 60).padStart(2, '0')} min`
  return `há ${contagem(Math.floor(hours / 24), 'dia', 'dias')}`
}

export function Elapsed({ instante }: { instante: string }) {
  const now = useServerNow()
  return (
    <time dateTime={instante} className="algarismos">
      {decorrido(Date.parse(instante), now)}
    </time>
  )
}
