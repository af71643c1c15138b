import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#server/database/database'
import { serverOf, throughPort } from '../ownDatabase.ts'
import { startProxy } from './proxy.ts'

/** Longer than the client needs to read the first half, so that the second half arrives as a separate piece. */
const apartMs = 3

/** A proxy before PostgreSQL that splits the end of a COPY at a chosen byte, or swallows rows of it. */
export interface CopyProxy {
  /** Where the end of every COPY is split in two, in bytes from its CopyDone message; null splits nothing. */
  cutAt: number | null
  /** The range of useful `cutAt` after a COPY: its last row, CopyDone, CommandComplete and ReadyForQuery. */
  bounds: { from: number; to: number }
  /** How many rows of customers the proxy still has to swallow. */
  swallow: number
  /** How many COPYs have come to their end. */
  copies: number
  /** No COPY ends for its reader before this is settled. */
  held: Promise<void> | null
  close(): Promise<void>
}

/** Puts a proxy between an open database and every connection that its pool makes from now on. */
export async function putCopyProxy({ pool: { options } }: Pick<Database, 'pool'>): Promise<CopyProxy> {
  const before = options.connectionString ?? ''
  const copies: CopyProxy = {
    cutAt: null,
    bounds: { from: 0, to: 0 },
    swallow: 0,
    copies: 0,
    held: null,
    close: async () => {
      options.connectionString = before
      await proxy.close()
    },
  }
  const proxy = await startProxy([serverOf(before)], (send) => {
    const answers = new Answers(copies, send)
    return (bytes) => answers.take(bytes)
  })
  options.connectionString = throughPort(before, proxy.port)
  return copies
}

const [copyData, copyDone, readyForQuery] = ['d', 'c', 'Z'].map((code) => code.charCodeAt(0))

/** Splits the server's bytes on one connection into messages, and passes them on. */
class Answers {
  readonly #proxy: CopyProxy
  readonly #pass: (bytes: Buffer) => void
  #unread = Buffer.alloc(0)
  /** The newest row, held back because it may be the last one. */
  #lastRow = Buffer.alloc(0)
  /** From CopyDone on, every message until ReadyForQuery. */
  #end: Buffer | undefined
  #sent: Promise<unknown> = Promise.resolve()

  constructor(proxy: CopyProxy, pass: (bytes: Buffer) => void) {
    this.#proxy = proxy
    this.#pass = pass
  }

  take(bytes: Buffer): void {
    this.#unread = Buffer.concat([this.#unread, bytes])
    const passed: Buffer[] = []
    while (this.#unread.length >= 5) {
      const length = 1 + this.#unread.readInt32BE(1)
      if (this.#unread.length < length) break
      this.#message(this.#unread.subarray(0, length), passed)
      this.#unread = this.#unread.subarray(length)
    }
    if (passed.length > 0) this.#send(Buffer.concat(passed))
  }

  #message(message: Buffer, passed: Buffer[]): void {
    const code = message[0]
    if (code === copyData) {
      passed.push(this.#lastRow)
      // Rows of kind 0 are the customers themselves; other kinds are their relations.
      const lost = this.#proxy.swallow > 0 && message.toString('latin1', 5, 7) === '0\t'
      if (lost) this.#proxy.swallow--
      this.#lastRow = lost ? Buffer.alloc(0) : Buffer.from(message)
    } else if (code === copyDone) this.#end = message
    else if (!this.#end) passed.push(message)
    else {
      this.#end = Buffer.concat([this.#end, message])
      if (code === readyForQuery) this.#finish(passed)
    }
  }

  #finish(passed: Buffer[]): void {
    const [row, end] = [this.#lastRow, this.#end ?? Buffer.alloc(0)]
    this.#lastRow = Buffer.alloc(0)
    this.#end = undefined
    this.#proxy.copies++
    this.#proxy.bounds = { from: -row.length, to: end.length }
    const whole = Buffer.concat([...passed.splice(0), row, end])
    const { cutAt, held } = this.#proxy
    const at = cutAt === null ? whole.length : whole.length - end.length + cutAt
    this.#sent = this.#sent.then(() => held)
    this.#send(whole.subarray(0, at))
    this.#sent = this.#sent.then(() => pause(apartMs))
    this.#send(whole.subarray(at))
  }

  #send(bytes: Buffer): void {
    this.#sent = this.#sent.then(() => this.#pass(bytes))
  }
}
