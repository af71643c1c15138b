import { readSync, writeSync } from 'node:fs'
import type { Joined } from './batchReader.ts'

const unread = -1

/**
 * Gives customers in the order of the list who are read in another: what comes before its turn waits in a file. So
 * the database is read in the order in which its tables lie, and little is held in memory.
 */
export class ListOrder {
  readonly #file: number
  readonly #at: Float64Array
  readonly #size: Int32Array
  #written = 0
  #next = 0
  #found = Buffer.allocUnsafeSlow(64 * 1024)

  /** A list of so many customers; `file` is the caller's, open for reading and writing. */
  constructor(count: number, file: number) {
    this.#file = file
    this.#at = new Float64Array(count)
    this.#size = new Int32Array(count).fill(unread)
  }

  /**
   * Takes a batch whose n-th customer has its place in the list at `places[n]`, and gives those whose turn it is: each
   * is good until the next is asked for. To be read to its end.
   */
  *take({ bytes, ends }: Joined, places: ArrayLike<number>): Generator<Buffer> {
    const before = this.#written
    let from = 0
    let waiting = 0
    for (let index = 0; index < ends.length; index++) {
      const [place, end] = [places[index] as number, ends[index] as number]
      this.#at[place] = before + from
      this.#size[place] = end - from
      if (end > from) waiting++
      from = end
    }
    for (let size = this.#size[this.#next]; size !== undefined && size !== unread; size = this.#size[this.#next]) {
      const at = this.#at[this.#next++] as number
      // Gone meanwhile.
      if (size === 0) continue
      if (at < before) yield this.#find(at, size)
      else {
        waiting--
        yield bytes.subarray(at - before, at - before + size)
      }
    }
    if (waiting > 0) this.#keep(bytes)
  }

  #keep(bytes: Buffer): void {
    for (let from = 0; from < bytes.length; )
      from += writeSync(this.#file, bytes, from, bytes.length - from, this.#written + from)
    this.#written += bytes.length
  }

  #find(at: number, size: number): Buffer {
    if (this.#found.length < size) this.#found = Buffer.allocUnsafeSlow(size * 2)
    for (let from = 0; from < size; ) from += readSync(this.#file, this.#found, from, size - from, at + from)
    return this.#found.subarray(0, size)
  }
}
