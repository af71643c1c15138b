import { LRUCache } from 'lru-cache'
import { originsOf } from '../http/address.ts'

export interface Attempts {
  /** Takes one attempt; gives 0, or the seconds to wait when this window has none left. */
  take(key: string): number
  /** Returns a successful attempt: only failures count. */
  giveBack(key: string): void
}

const minute = 60_000
/** Older keys are forgotten: an attacker with more addresses than this is not stopped by counting. */
const maxKeys = 50_000

/**
 * Counts each key's attempts per window (one minute by default), in this process. An attempt is taken before it is judged
 * and given back when it was good, so that concurrent attempts cannot exceed the limit. `clock` is monotonic, in
 * milliseconds.
 */
export function countAttempts(perWindow: number, windowMs = minute, clock = () => performance.now()): Attempts {
  // `maxSize`, because with `max` the cache allocates room for all the keys at once.
  const windows = new LRUCache<string, { taken: number; ends: number }>({ maxSize: maxKeys, sizeCalculation: () => 1 })
  const current = (key: string, now: number) => {
    const window = windows.get(key)
    return window && window.ends > now ? window : undefined
  }
  return {
    take(key) {
      const now = clock()
      const window = current(key, now)
      if (!window) windows.set(key, { taken: 1, ends: now + windowMs })
      else if (window.taken >= perWindow) return Math.ceil((window.ends - now) / 1_000)
      else window.taken += 1
      return 0
    },
    giveBack(key) {
      const window = current(key, clock())
      if (window && window.taken > 0) window.taken -= 1
    },
  }
}

/** Takes an attempt from each counter or, if one is used up, from none: `wait` is then how many seconds to wait. */
export function takeEach(each: readonly (readonly [Attempts, string])[]): { wait: number; giveBack(): void } {
  const taken: (readonly [Attempts, string])[] = []
  const giveBack = () => {
    for (const [attempts, key] of taken) attempts.giveBack(key)
  }
  for (const one of each) {
    const wait = one[0].take(one[1])
    if (wait > 0) {
      giveBack()
      return { wait, giveBack: () => {} }
    }
    taken.push(one)
  }
  return { wait: 0, giveBack }
}

/** Factors on the limit of one address: 1 for the address itself, more for the larger networks of `originsOf`. */
const shares = [1, 4, 16]

/**
 * Counts by IP address, which is the key, and by the networks that contain it. docs/interface.md: Sessions,
 * Authorization.
 */
export function countOrigins(perMinute: number): Attempts {
  const levels = shares.map((share) => countAttempts(perMinute * share))
  const around = (ip: string) => {
    const origins = originsOf(ip)
    return levels.slice(0, origins.length).map((attempts, n) => [attempts, origins[n] ?? ''] as const)
  }
  return {
    take: (ip) => takeEach(around(ip)).wait,
    giveBack(ip) {
      for (const [attempts, origin] of around(ip)) attempts.giveBack(origin)
    },
  }
}
