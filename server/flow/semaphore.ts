import type { Refusal } from '../refusal.ts'

interface Options {
  /** How many run at the same time. */
  most: number
  /** How many may wait beyond those; further ones are refused at once. */
  waiting: number
  /** Maximum wait in milliseconds before refusal. */
  patienceMs?: number
  refusal: () => Refusal
}

/** Limits concurrent work; the excess waits in order of arrival, up to a limit, beyond which it is refused. */
export class Semaphore {
  readonly #options: Options
  readonly #queue: (() => void)[] = []
  #taken = 0

  constructor(options: Options) {
    this.#options = options
  }

  /** Whether no permit is held. */
  get isFree(): boolean {
    return this.#taken === 0
  }

  /** Whether one more would be refused. */
  get isFull(): boolean {
    return this.#taken >= this.#options.most && this.#queue.length >= this.#options.waiting
  }

  /** Resolves with the function that gives the permit back. @throws the refusal */
  async take(): Promise<() => void> {
    if (this.#taken < this.#options.most) this.#taken++
    else await this.#wait()
    let held = true
    return () => {
      if (!held) return
      held = false
      const next = this.#queue.shift()
      // The permit passes directly to the next waiter, so that a newcomer cannot overtake.
      if (next) next()
      else this.#taken--
    }
  }

  /** Does the work once it has a permit. @throws the refusal, and whatever the work throws */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const over = await this.take()
    try {
      return await work()
    } finally {
      over()
    }
  }

  #wait(): Promise<void> {
    const { waiting, patienceMs, refusal } = this.#options
    if (this.#queue.length >= waiting) return Promise.reject(refusal())
    return new Promise((resolve, reject) => {
      const go = () => {
        clearTimeout(timer)
        resolve()
      }
      const giveUp = () => {
        this.#queue.splice(this.#queue.indexOf(go), 1)
        reject(refusal())
      }
      const timer = patienceMs === undefined ? undefined : setTimeout(giveUp, patienceMs).unref()
      this.#queue.push(go)
    })
  }
}

/** One semaphore per key. */
export class KeyedSemaphore<K> {
  readonly #options: Options
  readonly #byKey = new Map<K, Semaphore>()

  constructor(options: Options) {
    this.#options = options
  }

  /** Resolves with the function that gives the permit back. @throws the refusal */
  async take(key: K): Promise<() => void> {
    const permits = this.#byKey.get(key) ?? new Semaphore(this.#options)
    this.#byKey.set(key, permits)
    const over = await permits.take()
    return () => {
      over()
      if (permits.isFree) this.#byKey.delete(key)
    }
  }
}
