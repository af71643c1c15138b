import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

const [tab, lineFeed, backslash, minus, zero] = [0x09, 0x0a, 0x5c, 0x2d, 0x30]

/** The rows of a `batchSql`, in COPY's text format: what they are and whose, and where their other columns stand. */
export class CopiedRows {
  readonly bytes: Buffer
  length = 0
  readonly kind: Uint8Array
  readonly owner: Int32Array
  readonly place: Int32Array
  /** Where the column `extra` begins. */
  readonly extra: Int32Array
  /** Where the row's line ends. */
  readonly end: Int32Array

  constructor(bytes: Buffer, count: number) {
    this.bytes = bytes
    this.kind = new Uint8Array(count)
    this.owner = new Int32Array(count)
    this.place = new Int32Array(count)
    this.extra = new Int32Array(count)
    this.end = new Int32Array(count)
    for (let at = 0; at < bytes.length; this.length++) at = this.#addLine(at)
  }

  #addLine(from: number): number {
    const { bytes, length: row } = this
    let at = from
    for (const column of [this.kind, this.owner, this.place]) {
      const negative = bytes[at] === minus
      if (negative) at++
      let number = 0
      // NULL is \N: no digits to read.
      if (bytes[at] === backslash) at += 2
      for (; bytes[at] !== tab; at++) number = number * 10 + (bytes[at] as number) - zero
      column[row] = negative ? -number : number
      at++
    }
    this.extra[row] = at
    const end = bytes.indexOf(lineFeed, at)
    this.end[row] = end
    return end + 1
  }
}

/** Runs the COPY and resolves to its rows. */
export async function copyRows(client: pg.ClientBase, sql: string): Promise<CopiedRows> {
  const stream = client.query(copyTo(sql))
  // A connection that is lost says so twice, the second time when nobody listens any more.
  stream.on('error', () => undefined)
  const pieces: Buffer[] = []
  for await (const piece of stream) pieces.push(piece as Buffer)
  return new CopiedRows(Buffer.concat(pieces), stream.rowCount)
}
