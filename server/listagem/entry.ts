import type { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import type { Semaphore } from '../flow/semaphore.ts'
import { compressInto, Spool } from './rows/spool.ts'

export type Encoding = 'identity' | 'gzip'

/** Up to here a list is small: compressed before it is sent, and no turn is waited for. */
const small = 4 * 1024 * 1024

const quoted = (tag: string, encoding: Encoding) => (encoding === 'gzip' ? `"${tag}-gzip"` : `"${tag}"`)

const ignore = () => undefined

export interface Body {
  /** Bytes when it is whole and memory has room, else a stream. */
  body: Buffer | Readable
  length: number | null
  /** So many of these at a time to one caller. */
  large: boolean
}

interface Form {
  spool: Spool
  letGo: () => void
  bytes?: Promise<Buffer> | undefined
}

interface EntryOptions {
  key: string
  folder: string
  given: GivenTags
  memory: ListMemory
  /** So many are compressed at a time: the threads that do it are few, and files and passwords need them too. */
  packing: Semaphore
}

/**
 * How many bytes of lists all entries of a cache may hold in memory together; a list that does not fit stays in its file.
 * No LRU: a new list must not push out one that is being sent.
 */
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

const maxDigests = 256
const maxTags = 16

/**
 * The tags under which lists went out before their last byte, and so their digest, was known. Whoever comes back with
 * one of them has that list, also after it was read anew.
 */
export class GivenTags {
  readonly #tags = new LRUCache<string, readonly string[]>({ max: maxDigests })

  /** The list that went out as `tag` has turned out to have this digest. */
  note(tag: string, digest: string): void {
    this.#tags.set(digest, [tag, ...this.of(digest)].slice(0, maxTags))
  }

  of(digest: string): readonly string[] {
    return this.#tags.peek(digest) ?? []
  }
}

/** One list, being read or read, with its compressed form once somebody has asked for it. */
export class Entry {
  readonly key: string
  readonly id = crypto.randomUUID()
  readonly folder: string
  /** By `performance.now`. */
  finishedAt: number | null = null
  /** Forgotten, or customers changed after its reading began: those who wait for it get it, nobody else. */
  stale = false
  waiters = 0
  readonly #given: GivenTags
  readonly #memory: ListMemory
  readonly #packing: Semaphore
  #held = 0
  #plain: Form
  #packed: Promise<Form> | undefined
  #packedSize = () => 0
  #closed = false

  private constructor({ key, folder, given, memory, packing }: EntryOptions, spool: Spool) {
    this.key = key
    this.folder = folder
    this.#given = given
    this.#memory = memory
    this.#packing = packing
    this.#plain = { spool, letGo: spool.hold() }
  }

  static async open(options: EntryOptions): Promise<Entry> {
    return new Entry(options, await Spool.open(options.folder))
  }

  get spool(): Spool {
    return this.#plain.spool
  }

  get size(): number {
    return this.spool.size + this.#packedSize()
  }

  /** Of the content once it is known to the last byte, so that it outlives this reading; one of its own before. */
  etag(encoding: Encoding): string {
    return quoted(this.spool.digest || this.id, encoding)
  }

  /** Whether the caller has this list, by any tag it went out under. Waits until the list is whole. */
  async isHeld(has: (etag: string) => boolean, encoding: Encoding): Promise<boolean> {
    await this.spool.whole()
    const { digest } = this.spool
    return [digest, this.id, ...this.#given.of(digest)].some((tag) => has(quoted(tag, encoding)))
  }

  /** The list in that form. Rejects when it failed before its first byte. */
  async body(encoding: Encoding): Promise<Body> {
    await this.spool.beyond(0)
    const form = encoding === 'gzip' ? await this.#pack() : this.#plain
    const { spool } = form
    // What cannot even begin is refused, and not broken off.
    await spool.beyond(0)
    if (spool.state !== 'whole') return { body: spool.follow(), length: null, large: true }
    const bytes = await this.#bytesOf(form)
    const large = !bytes || (encoding === 'identity' && spool.size > small)
    return { body: bytes ?? spool.follow(), length: spool.size, large }
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.spool.fail(new Error('the list was given up'))
    this.#plain.letGo()
    this.#packed?.then((form) => form.letGo()).catch(ignore)
    this.#memory.giveBack(this.#held)
  }

  #bytesOf(form: Form): Promise<Buffer> | undefined {
    const { size } = form.spool
    if (!form.bytes && !this.#closed && this.#memory.take(size)) {
      this.#held += size
      form.bytes = form.spool.bytes()
      // A file that could not be read is read again by whoever asks next.
      form.bytes.catch(() => {
        form.bytes = undefined
        if (!this.#closed) this.#memory.giveBack(size)
        this.#held -= this.#closed ? 0 : size
      })
    }
    return form.bytes
  }

  #pack(): Promise<Form> {
    if (!this.#packed) {
      const packed = this.#startPacking()
      this.#packed = packed
      const forget = () => {
        if (this.#packed === packed) this.#packed = undefined
      }
      // What failed for want of descriptors or of room is tried again by whoever asks next. Whoever waits hears of it.
      packed
        .then(({ spool }) => spool.whole())
        .catch(() => {
          forget()
          packed.then((form) => form.letGo()).catch(ignore)
        })
    }
    return this.#packed
  }

  async #startPacking(): Promise<Form> {
    const spool = await Spool.open(this.folder)
    const form = { spool, letGo: spool.hold() }
    if (this.#closed) form.letGo()
    this.#packedSize = () => spool.size
    const packing = this.#packing.run(() => compressInto(this.spool, spool)).catch((error) => spool.fail(error))
    // A small list is compressed at once, and then it has a length and stays in memory.
    if (this.spool.state === 'whole' && this.spool.size <= small) await packing
    return form
  }
}
