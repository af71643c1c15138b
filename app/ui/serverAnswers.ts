/** A server that takes longer is as good as away, in milliseconds. */
const patience = 3_000

/** Whether the server can be reached at all. */
export const serverAnswers = () =>
  fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(patience) }).then(
    ({ ok }) => ok,
    () => false,
  )

const pauses = [500, 1_000, 2_000, 4_000, 8_000]

/** Waits before the question that follows `asked` others in vain: longer each time, and never for long. */
export const pauseAfter = (asked: number) => pause(pauses[Math.min(asked, pauses.length - 1)] ?? 0)

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
