import { noteServerDate } from './serverClock.tsx'

/** After this time, in milliseconds, the server counts as away. */
const timeoutMs = 3_000

export const serverAnswers = (signal = AbortSignal.timeout(timeoutMs)) =>
  fetch('/healthz', { cache: 'no-store', signal }).then(
    ({ ok, headers }) => {
      noteServerDate(headers.get('date'))
      return ok
    },
    () => false,
  )

const pauses = [500, 1_000, 2_000, 4_000, 8_000]

/** Waits longer after each failure, up to a limit. */
export const pauseAfter = (asked: number) => pause(pauses[Math.min(asked, pauses.length - 1)] ?? 0)

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
