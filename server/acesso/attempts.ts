import { LRUCache } from 'lru-cache'

export interface Attempts {
  /** Takes one attempt; gives 0, or the seconds to wait when this window has none left. */
  take(key: string, now: Date): number
  /** For an attempt that turned out to be good: only failures count. */
  giveBack(key: string, now: Date): void
}

const minute = 60_000
/** Keys remembered at most; whoever has more addresses than that is not stopped by counting. */
const most = 50_000

/**
 * Counts what each key takes of a window, a minute unless told otherwise, in this process. An attempt is taken before it
 * is judged and given back when it was good, so that many at once are no more than the limit either.
 */
export function countAttempts(perWindow: number, windowMs = minute): Attempts {
  const windows = new LRUCache<string, { taken: number; ends: number }>({ max: most })
  const current = (key: string, now: Date) => {
    const window = windows.get(key)
    return window && window.ends > now.getTime() ? window : undefined
  }
  return {
    take(key, now) {
      const window = current(key, now)
      if (!window) windows.set(key, { taken: 1, ends: now.getTime() + windowMs })
      else if (window.taken >= perWindow) return Math.ceil((window.ends - now.getTime()) / 1_000)
      else window.taken += 1
      return 0
    },
    giveBack(key, now) {
      const window = current(key, now)
      if (window && window.taken > 0) window.taken -= 1
    },
  }
}
