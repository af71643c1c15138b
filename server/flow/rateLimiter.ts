/** So much at once, and then so much a second: `take` says whether there was some left. */
export class RateLimiter {
  readonly #most: number
  readonly #aSecond: number
  #left: number
  #at = performance.now()

  constructor(most: number, aSecond: number) {
    this.#most = most
    this.#aSecond = aSecond
    this.#left = most
  }

  take(): boolean {
    const now = performance.now()
    this.#left = Math.min(this.#most, this.#left + ((now - this.#at) / 1_000) * this.#aSecond)
    this.#at = now
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
