/** So many bytes of lists may be held in memory by all entries of a cache together; what does not fit stays in its file. */
export class ListMemory {
  #free: number

  constructor(bytes: number) {
    this.#free = bytes
  }

  /** Whether there is room; if so, it is taken until it is given back. */
  take(bytes: number): boolean {
    if (bytes > this.#free) return false
    this.#free -= bytes
    return true
  }

  giveBack(bytes: number): void {
    this.#free += bytes
  }
}
