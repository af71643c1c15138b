import type { Log } from './log.ts'

/**
 * Runs a chore at once, and again `everyMs` after each run has ended. A failed run is logged, unless `expected` says
 * that the error is reported elsewhere, and the next one follows. Returns the function that stops it, which waits for a
 * run under way.
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
    try {
      await chore()
    } catch (err) {
      if (!expected(err)) log.error({ err, chore: name }, 'a chore failed')
    }
    if (!stopped) timer = setTimeout(next, everyMs).unref()
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
