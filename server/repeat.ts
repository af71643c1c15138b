import type { Log } from './log.ts'

/** A chore of every day does not wait for the next one because of a moment's trouble. */
const retryMs = 10 * 60_000

/**
 * Runs a chore at once, and again `everyMs` after each run has ended, within ten minutes after a failed one. A failure is
 * logged, unless `expected` says that the error is reported elsewhere. Returns the function that stops the chore, which
 * waits for a run under way.
 */
export function repeat(
  name: string,
  everyMs: number,
  chore: () => Promise<unknown>,
  log: Pick<Log, 'error'>,
  expected: (error: unknown) => unknown = () => false,
): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let underWay: Promise<void>

  async function once(): Promise<void> {
    let waitMs = everyMs
    try {
      await chore()
    } catch (err) {
      waitMs = Math.min(everyMs, retryMs)
      if (!expected(err)) log.error({ err, chore: name }, 'a chore failed')
    }
    if (!stopped) timer = setTimeout(next, waitMs).unref()
  }
  function next(): void {
    underWay = once()
  }
  next()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await underWay
  }
}

type Stop = () => Promise<void>

/** Runs chores while on duty: `set(true)` begins them, `set(false)` stops them, `stop` stops them for good. */
export function onDuty(begin: () => Stop[]): { set(onDuty: boolean): void; stop: Stop } {
  let underWay: Stop[] = []
  let stopped = false
  const end = async () => void (await Promise.all(underWay.splice(0).map((stop) => stop())))
  return {
    set(onDuty) {
      if (!onDuty) void end()
      else if (underWay.length === 0 && !stopped) underWay = begin()
    },
    stop: () => {
      stopped = true
      return end()
    },
  }
}
