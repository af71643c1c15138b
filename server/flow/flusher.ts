interface Flusher {
  /** Schedules a flush within `withinMs` milliseconds; one that is scheduled for an earlier time stays. */
  soon(withinMs?: number): void
  /** Flushes now, after the flush under way. Never rejects. */
  flush(): Promise<void>
  /** The flush under way, if there is one. Never rejects. */
  flushing(): Promise<void>
}

/**
 * Batches work: items that come within `ms` milliseconds share one flush, and flushes run one after another. The caller
 * keeps the items; `flush` takes those that are there when it begins. An error of a flush goes to `onError`: it stops
 * no later flush, and whoever waits for this one goes on.
 */
export function flusher(ms: number, flush: () => Promise<void> | void, onError: (err: unknown) => void): Flusher {
  let timer: NodeJS.Timeout | undefined
  let dueAt = 0
  let underWay = Promise.resolve()

  function flushNow(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    underWay = underWay.then(flush).catch(onError)
    return underWay
  }
  return {
    soon(withinMs = ms) {
      const at = performance.now() + withinMs
      if (timer && dueAt <= at) return
      clearTimeout(timer)
      dueAt = at
      timer = setTimeout(() => void flushNow(), withinMs).unref()
    },
    flush: flushNow,
    flushing: () => underWay,
  }
}
