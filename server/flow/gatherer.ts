interface Gatherer {
  /** Flushes within so many milliseconds; sooner where that was asked before. */
  soon(withinMs?: number): void
  /** Flushes now, after the flush under way. Never rejects. */
  flush(): Promise<void>
  /** The flush under way, if there is one. Never rejects. */
  flushing(): Promise<void>
}

/**
 * What comes within `ms` is flushed together, one flush after another. The caller keeps what comes; `flush` takes what is
 * there when it begins. A flush that fails is told to `onError` and stops none after it: whoever waits for it goes on.
 */
export function gatherer(ms: number, flush: () => Promise<void> | void, onError: (err: unknown) => void): Gatherer {
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
