/** One of what is under way. */
export interface Begun<T> {
  readonly of: T
  /** Ends it; whether that was new. */
  end(): boolean
}

/**
 * What is under way, until each ends. Not a `Set`: V8 keeps the tables that one outgrows, each with what it held, until a full
 * collection if the first of them is old. Of calls that come and go by the thousand that was all that they ever made.
 */
export class UnderWay<T> {
  readonly #all: { of: T; at: number }[] = []

  get size(): number {
    return this.#all.length
  }

  begin(of: T): Begun<T> {
    const one = { of, at: this.#all.length }
    this.#all.push(one)
    return { of, end: () => this.#end(one) }
  }

  /** Ends all, and gives them. */
  endAll(): T[] {
    const all = this.#all.splice(0)
    for (const one of all) one.at = ended
    return all.map(({ of }) => of)
  }

  #end(one: { at: number }): boolean {
    if (one.at === ended) return false
    const last = this.#all.pop()
    if (last && last !== one) {
      last.at = one.at
      this.#all[one.at] = last
    }
    one.at = ended
    return true
  }
}

const ended = -1
