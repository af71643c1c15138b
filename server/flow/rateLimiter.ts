/** Token bucket: `capacity` at once, then `aSecond` per second. `take` returns whether one was left. */
export class RateLimiter {
  readonly #capacity: number
  readonly #aSecond: number
  #left: number
  #at = performance.now()

  constructor(capacity: number, aSecond: number) {
    this.#capacity = capacity
    this.#aSecond = aSecond
    this.#left = capacity
  }

  take(): boolean {
    const now = performance.now()
    this.#left = Math.min(this.#capacity, this.#left + ((now - this.#at) / 1_000) * this.#aSecond)
    this.#at = now
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
