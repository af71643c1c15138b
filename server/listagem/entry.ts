import type { Readable } from 'node:stream'
import { LRUCache } from 'lru-cache'
import type { Semaphore } from '../flow/semaphore.ts'
import { compressInto, Spool } from './rows/spool.ts'

export type Encoding = 'identity' | 'gzip'

/** Up to this many bytes a list is small: it is compressed before it is sent, and no turn is waited for to send it. */
const small = 4 * 1024 * 1024

const quoted = (tag: string, encoding: Encoding) => (encoding === 'gzip' ? `"${tag}-gzip"` : `"${tag}"`)

const ignore = () => undefined

export interface Body {
  /** Bytes when the list is whole and memory has room, else a stream. */
  body: Buffer | Readable
  length: number | null
  /** Large bodies are limited: one caller gets only so many at a time (`sending` in listClientes.ts). */
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
  /** Limits how many are compressed at a time: Node has few threads for it, and files and passwords need them too. */
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

  /** Takes room for `bytes` until `giveBack`. Returns false, and takes none, when there is too little. */
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
 * The entity tags of lists that were sent before their last byte, and so their digest, was known. A caller that comes
 * back with such a tag has the list with that digest, even after the list was read anew.
 */
export class GivenTags {
  readonly #tags = new LRUCache<string, readonly string[]>({ max: maxDigests })

  /** Notes that the list sent with `tag` has this digest. */
  note(tag: string, digest: string): void {
    this.#tags.set(digest, [tag, ...this.of(digest)].slice(0, maxTags))
  }

  of(digest: string): readonly string[] {
    return this.#tags.peek(digest) ?? []
  }
}

/** One list, finished or still being read, and its compressed form once a request has asked for it. */
export class Entry {
  readonly key: string
  readonly id = crypto.randomUUID()
  readonly folder: string
  /** Milliseconds of `performance.now`; null while the list is being read. */
  finishedAt: number | null = null
  /** Forgotten, or customers changed after its reading began: only requests that wait for it already get it. */
  stale = false
  waiters = 0
  /** Ends its reading. */
  stop: (() => void) | undefined
  /** The timer that ends a kept list. */
  expiry: NodeJS.Timeout | undefined
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

  /** The content's digest once the list is whole, so that the tag outlives this reading; until then the entry's id. */
  etag(encoding: Encoding): string {
    return quoted(this.spool.digest || this.id, encoding)
  }

  /** Whether the caller has this list already, by any tag it was sent with. Waits until the list is whole. */
  async isHeld(has: (etag: string) => boolean, encoding: Encoding): Promise<boolean> {
    await this.spool.whole()
    const { digest } = this.spool
    return [digest, this.id, ...this.#given.of(digest)].some((tag) => has(quoted(tag, encoding)))
  }

  /** The list in that encoding. Rejects when the reading failed before its first byte. */
  async body(encoding: Encoding): Promise<Body> {
    await this.spool.beyond(0)
    const form = encoding === 'gzip' ? await this.#pack() : this.#plain
    const { spool } = form
    // Waits for the first byte, so that a list that cannot even begin is refused and not broken off.
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
        if (this.#closed) return
        this.#memory.giveBack(size)
        this.#held -= size
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
      // Compressing fails for want of descriptors or of disk space. The waiting requests fail, the next one tries
      // again.
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
    // A small list is compressed before it is sent: then it has a length and can stay in memory.
    if (this.spool.state === 'whole' && this.spool.size <= small) await packing
    return form
  }
}
