import { Refusal } from './refusal.ts'

interface Options {
  /** How many go on side by side. */
  most: number
  /** How many may wait beyond them; whoever comes then is refused at once. */
  waiting: number
  /** How long one may wait, in milliseconds, before it is refused. */
  patienceMs?: number
  /** What whoever is refused is told. */
  refusal: () => Refusal
}

export const busy = () => new Refusal('busy', 'O Alô está ocupado demais no momento: tente de novo em alguns segundos')

/** So much of a costly work at once; more waits in the order it came, and too much is refused instead of piling up. */
export class AtOnce {
  readonly #options: Options
  readonly #queue: (() => void)[] = []
  #taken = 0

  constructor(options: Options) {
    this.#options = options
  }

  /** Nobody has a turn, and so nobody waits for one. */
  get isFree(): boolean {
    return this.#taken === 0
  }

  /** Resolves when it is one's turn, with what ends it. @throws the refusal */
  async take(): Promise<() => void> {
    if (this.#taken < this.#options.most) this.#taken++
    else await this.#wait()
    let mine = true
    return () => {
      if (!mine) return
      mine = false
      const next = this.#queue.shift()
      // Handed over and not given back, so that whoever comes meanwhile does not overtake.
      if (next) next()
      else this.#taken--
    }
  }

  /** Does the work when it is its turn. @throws the refusal, and whatever the work throws */
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

/** So much at once for each of many: nobody's turns are another's. */
export class AtOnceEach<K> {
  readonly #options: Options
  readonly #turns = new Map<K, AtOnce>()

  constructor(options: Options) {
    this.#options = options
  }

  /** Resolves when it is one's turn, with what ends it. @throws the refusal */
  async take(key: K): Promise<() => void> {
    const turns = this.#turns.get(key) ?? new AtOnce(this.#options)
    this.#turns.set(key, turns)
    const over = await turns.take()
    return () => {
      over()
      if (turns.isFree) this.#turns.delete(key)
    }
  }
}

/**
 * Many who ask for the same share one reading, but only one that began after they asked: what changed before somebody
 * asked is in what she gets. So one reading a key goes on at any time, and one more waits.
 */
export function sharing<K, T>(read: (key: K) => Promise<T>): (key: K) => Promise<T> {
  const underWay = new Map<K, Promise<T>>()
  const next = new Map<K, Promise<T>>()

  function begin(key: K): Promise<T> {
    next.delete(key)
    const reading = read(key).finally(() => {
      if (underWay.get(key) === reading) underWay.delete(key)
    })
    underWay.set(key, reading)
    return reading
  }

  return (key) => {
    const soon = next.get(key)
    if (soon) return soon
    const before = underWay.get(key)
    if (!before) return begin(key)
    const again = () => begin(key)
    const after = before.then(again, again)
    next.set(key, after)
    return after
  }
}

/** So much at once, and then so much a second: `take` says whether there was some left. */
export class Allowance {
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
