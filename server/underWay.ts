/** An item that is under way. */
export interface Begun<T> {
  readonly of: T
  /** Ends the item; false if it had ended before. */
  end(): boolean
}

/**
 * The items that are under way, until each ends. Not a `Set`: when a Set grows, V8 keeps its outgrown tables, each with
 * the items it held, until a full garbage collection if the first of the tables is old. With calls that come and go by
 * the thousand that kept everything they had ever made.
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

  /** Ends all items and returns them. */
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
