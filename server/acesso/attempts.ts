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
  // By size: a `max` would take room for all of them at once.
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

/** Takes one attempt of each, or none at all: `wait` is then the seconds of the one that has none left. */
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

/** How many times an address's own limit the networks around it have, in the order of `originsOf`. */
const shares = [1, 4, 16]

/** Counts by the address that is the key, and by the networks around it. docs/interface.md: Sessions, Authorization. */
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
