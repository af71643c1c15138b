import { type ListQuery, listKey } from '../cliente/rules/listQuery.ts'
import { isDatabaseAway } from '../database/away.ts'
import type { Database } from '../database/database.ts'
import { Semaphore } from '../flow/semaphore.ts'
import type { Log } from '../log.ts'
import { busy } from '../refusal.ts'
import { Entry, GivenTags, ListMemory } from './entry.ts'
import { readIntoSpool } from './rows/readIntoSpool.ts'

export type Outcome = 'MISS' | 'SHARED' | 'HIT'
interface Found {
  entry: Entry
  outcome: Outcome
  /** Whether a request that comes now would still get this list. */
  stands: () => boolean
  leave: () => void
}

interface CacheOptions {
  /** For how long a finished list is served again; 0 keeps none. */
  seconds: number
  folder: string
  log: Pick<Log, 'error'>
}

const ignore = () => undefined
const maxEntries = 64
/** Limit for the sum of the kept files. */
const maxBytes = 2 * 1024 ** 3
/** A hundred thousand customers, compressed, are some 50 MiB. */
const maxMemory = 64 * 1024 * 1024
const maxReading = 2
/** A waiting list already holds a file descriptor. When this many wait, a request for another list is refused. */
const maxWaiting = 32
const maxPacking = 2

/**
 * Lists by the meaning of their query. Requests for one list at the same time share one reading. A finished list is
 * kept for `seconds`; a list that failed, was given up or is out of date is never kept. A reading that nobody waits for
 * any more is stopped. Written by hand and not with lru-cache, because an entry is shared while it grows, counts the
 * requests that wait for it, and must close its file in the end.
 */
export class ListCache {
  readonly #database: Pick<Database, 'keys' | 'pool'>
  readonly #options: CacheOptions
  readonly #entries = new Map<string, Promise<Entry>>()
  readonly #open = new Set<Entry>()
  readonly #given = new GivenTags()
  readonly #memory = new ListMemory(maxMemory)
  readonly #packing = new Semaphore({ most: maxPacking, waiting: maxEntries * 2, refusal: busy })
  readonly #reading = new Semaphore({ most: maxReading, waiting: maxWaiting, refusal: busy })
  /** How many readings were begun; tests count them. */
  readings = 0

  constructor(database: Pick<Database, 'keys' | 'pool'>, options: CacheOptions) {
    this.#database = database
    this.#options = options
  }

  /** The list; `leave` must be called once when the caller is done with it. */
  async find(query: ListQuery): Promise<Found> {
    const key = listKey(query)
    const known = this.#entries.get(key)
    const entry = await (known ?? this.#begin(key, query))
    if (known && this.#isOver(entry)) {
      this.#forget(entry)
      return this.find(query)
    }
    entry.waiters++
    let here = true
    const leave = () => {
      if (!here) return
      here = false
      entry.waiters--
      if (entry.waiters > 0) return
      if (entry.finishedAt === null) this.#drop(entry)
      else if (!this.#open.has(entry)) entry.close()
    }
    const outcome = entry.finishedAt !== null ? 'HIT' : known ? 'SHARED' : 'MISS'
    const stands = () => !this.#isOver(entry)
    return { entry, outcome, stands, leave }
  }

  /** Customers changed: lists read before are not served any more, except to requests that already wait for them. */
  dropAll(): void {
    for (const entry of this.#open) {
      entry.stale = true
      this.#forget(entry)
    }
  }

  close(): void {
    for (const entry of [...this.#open]) this.#drop(entry)
  }

  #begin(key: string, query: ListQuery): Promise<Entry> {
    if (this.#reading.isFull) return Promise.reject(busy())
    const turn = this.#reading.take()
    const [given, memory, packing] = [this.#given, this.#memory, this.#packing]
    const beginning = Entry.open({ key, folder: this.#options.folder, given, memory, packing }).then((entry) => {
      this.#open.add(entry)
      // Never rejects: the spool tells the waiting requests of a failure.
      void this.#read(entry, query, turn)
      return entry
    })
    this.#entries.set(key, beginning)
    beginning.catch(async () => {
      if (this.#entries.get(key) === beginning) this.#entries.delete(key)
      const over = await turn
      over()
    })
    return beginning
  }

  async #read(entry: Entry, query: ListQuery, turn: Promise<() => void>): Promise<void> {
    const over = await turn
    const { spool } = entry
    try {
      if (spool.state !== 'growing') return
      this.readings++
      entry.stop = readIntoSpool(this.#database, query, spool, this.#options.folder)
      await spool.whole()
      this.#given.note(entry.id, spool.digest)
      this.#keep(entry)
    } catch (error) {
      // The spool breaks off the waiting requests by itself. A list that was given up has `finishedAt`: that is no
      // error.
      if (entry.finishedAt === null && !isDatabaseAway(error))
        this.#options.log.error({ err: error }, 'a customer list was not read to its end')
      this.#drop(entry)
    } finally {
      entry.stop = undefined
      over()
    }
  }

  #keep(entry: Entry): void {
    entry.finishedAt = performance.now()
    if (entry.stale) return void this.#forget(entry)
    entry.expiry = setTimeout(() => this.#forget(entry), this.#options.seconds * 1_000).unref()
    for (const old of this.#open) {
      if (this.#total() <= maxBytes && this.#open.size <= maxEntries) break
      if (old.finishedAt !== null) this.#forget(old)
    }
  }

  #total(): number {
    return [...this.#open].reduce((sum, entry) => sum + entry.size, 0)
  }

  #isOver(entry: Entry): boolean {
    if (entry.stale || entry.spool.state === 'failed') return true
    return entry.finishedAt !== null && performance.now() - entry.finishedAt >= this.#options.seconds * 1_000
  }

  /** No new request gets the list. Requests that are reading it go on, because they hold the file. */
  #forget(entry: Entry): void {
    entry.stale = true
    // The timer would keep the list's bytes in memory until it fires.
    clearTimeout(entry.expiry)
    const current = this.#entries.get(entry.key)
    // An entry that cannot be opened is removed by `#begin`.
    current?.then(
      (known) => known === entry && this.#entries.get(entry.key) === current && this.#entries.delete(entry.key),
      ignore,
    )
    if (entry.finishedAt === null) return
    this.#open.delete(entry)
    if (entry.waiters === 0) entry.close()
  }

  #drop(entry: Entry): void {
    entry.finishedAt ??= Number.NEGATIVE_INFINITY
    entry.stop?.()
    entry.spool.fail(new Error('the list was given up'))
    this.#forget(entry)
  }
}
