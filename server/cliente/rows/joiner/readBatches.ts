import { closeSync, readSync, writeSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import type pg from 'pg'
import type { Keys } from '../../../database/sealed/keys.ts'
import { ClienteJoiner, Shared } from './clienteJoiner.ts'
import { type CopiedRows, copyRows, groupRows } from './copiedRows.ts'
import { JsonBuffer } from './jsonBuffer.ts'
import { openNamelessFile } from './namelessFile.ts'
import type { ListPlan } from './plan.ts'

const batchSize = 500
/** After this many joined customers the event loop gets a turn to read from the database, which waits for that. */
const turnSize = 64
/**
 * Of a list longer than `shortSize`, the first `headSize` customers are read before all others, wherever the table has
 * them, so that the answer begins soon.
 */
const [shortSize, headSize] = [1_000, 100]

/**
 * The customers of the list as JSON, in the list's order and as of one instant, a batch at a time. A customer's bytes are
 * valid until the next customer is asked for, and each batch must be read to its end. After the list's first customers
 * the database is read by id, as its tables are stored; a customer who is read before their turn waits in a file of
 * `folder`. The next batch is asked for before the last one is joined, so that database and joiner work in parallel.
 * `client` is in a transaction meanwhile and must not be used for anything else.
 */
export async function* readBatches(
  client: pg.ClientBase,
  keys: Keys,
  plan: ListPlan,
  folder: string,
): AsyncGenerator<{ clientes: Iterable<Buffer>; more: boolean }> {
  const scratch = await openNamelessFile(folder)
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const { ids, places, head } = await readIds(client, plan)
    const reader = new BatchReader(client, keys, plan)
    const order = new ListOrder(ids.length, scratch)
    let here = ids.subarray(0, head)
    let ahead = here.length > 0 ? reader.read(here) : undefined
    for (let from = 0; ahead; ) {
      const rows = await ahead
      const next = from + here.length
      const coming = ids.subarray(next, next + batchSize)
      ahead = coming.length > 0 ? reader.read(coming) : undefined
      // A caller that stops reading never awaits this promise: its rejection must not be unhandled.
      ahead?.catch(() => undefined)
      const joined = await reader.join(rows, here)
      yield { clientes: order.take(joined, places.subarray(from, next)), more: coming.length > 0 }
      from = next
      here = coming
    }
    await client.query('COMMIT')
  } finally {
    closeSync(scratch)
  }
}

/** The ids of the list, first its head and then all others, each from the lowest to the highest; and their places. */
export async function readIds(
  client: pg.ClientBase,
  { ids: asked, pacotes }: ListPlan,
): Promise<{ ids: Int32Array; places: Int32Array; head: number }> {
  const read = async ({ text, values }: ListPlan['ids']) =>
    (await client.query<[number]>({ text, values, rowMode: 'array' })).rows.map(([id]) => id)
  const having = pacotes && (await read(pacotes))
  const values = asked.values.map((value) => (Array.isArray(value) ? having : value))
  const listed = Int32Array.from(await read({ ...asked, values }))
  const idAt = (place: number) => listed[place] ?? 0
  const head = listed.length > shortSize ? headSize : listed.length
  const places = Int32Array.from(listed.keys())
  for (const part of [places.subarray(0, head), places.subarray(head)]) part.sort((a, b) => idAt(a) - idAt(b))
  return { ids: places.map(idAt), places, head }
}

/** JSON of customers, one after another; `ends[n]` is where the n-th ends. A customer who is gone has no bytes. */
interface Joined {
  bytes: Buffer
  ends: Int32Array
}

/** How often a batch is read while it lacks a customer who exists: customers come and go between two reads. */
const maxLooks = 3

/** Reads some customers at a time as the list shows them, in two steps that may overlap. */
export class BatchReader {
  readonly #client: pg.ClientBase
  readonly #plan: ListPlan
  readonly #shared = new Shared()
  readonly #json: JsonBuffer
  /** The buffer for the next batch's rows, and the one with the rows that may still be joined. */
  #copied = [new JsonBuffer(), new JsonBuffer()] as const

  constructor(client: pg.ClientBase, keys: Keys, plan: ListPlan) {
    this.#json = new JsonBuffer((place, bytes, from, to) => keys.open(place, bytes, from, to))
    this.#client = client
    this.#plan = plan
  }

  /**
   * The rows of those customers of `ids` that exist. A customer without rows is looked for, so that none is left out of
   * a list because their rows were lost on the way. The rows are valid until the read after the next.
   * @throws when a customer exists whose rows do not come
   */
  async read(ids: number[] | Int32Array): Promise<CopiedRows> {
    const { snapshot, batch } = this.#plan
    const [into, joining] = this.#copied
    this.#copied = [joining, into]
    for (let looks = 1; ; looks++) {
      const servicos = snapshot ? await this.#servicos(ids) : ''
      const rows = await copyRows(this.#client, batch, ids, servicos, into)
      // An erasure deletes shared rows that only its customer's services name: these rows may still name them.
      if (!(await this.#shared.learn(this.#client, this.#plan, rows)) && looks < maxLooks) continue
      if (rows.clientes === ids.length) return rows
      const missing = rows.missing(ids)
      if (!snapshot && !(await this.#exist(missing))) return rows
      if (snapshot || looks === maxLooks)
        throw new Error(`${missing.length} of ${ids.length} customers were not read, the first is ${missing[0]}`)
    }
  }

  async #servicos(ids: number[] | Int32Array): Promise<string> {
    const { rows } = await this.#client.query<{ ids: string | null }>(this.#plan.servicos, [[...ids]])
    return rows[0]?.ids ?? '{}'
  }

  async #exist(ids: number[]): Promise<boolean> {
    const { rows } = await this.#client.query(this.#plan.present, [ids])
    return rows.length > 0
  }

  /** The rows' customers as JSON in the order of `ids`, valid until the next are joined. */
  async join(rows: CopiedRows, ids: number[] | Int32Array): Promise<Joined> {
    const json = this.#json
    json.length = 0
    const clientes = groupRows(rows)
    const writer = new ClienteJoiner(rows, this.#plan, this.#shared, json)
    const ends = new Int32Array(ids.length)
    for (const [index, id] of ids.entries()) {
      const cliente = clientes.get(id)
      if (cliente) writer.write(cliente)
      ends[index] = json.length
      if (index % turnSize === turnSize - 1) await turn()
    }
    return { bytes: json.bytes.subarray(0, json.length), ends }
  }
}

const unread = -1

/**
 * Sorts customers from the order in which they are read into the list's order: a customer who is read before their turn
 * waits in a file. So the database is read as its tables are stored, and little is held in memory.
 */
export class ListOrder {
  readonly #file: number
  readonly #at: Float64Array
  readonly #size: Int32Array
  #written = 0
  #next = 0
  #found = Buffer.allocUnsafeSlow(64 * 1024)

  /** A list of `count` customers. `file` is a descriptor of the caller's, open for reading and writing. */
  constructor(count: number, file: number) {
    this.#file = file
    this.#at = new Float64Array(count)
    this.#size = new Int32Array(count).fill(unread)
  }

  /**
   * Takes a batch whose n-th customer has the place `places[n]` in the list, and yields the customers whose turn it is.
   * Each is valid until the next one is asked for. The generator must be read to its end.
   */
  *take({ bytes, ends }: Joined, places: ArrayLike<number>): Generator<Buffer> {
    const before = this.#written
    let from = 0
    let waiting = 0
    for (const [index, end] of ends.entries()) {
      const place = places[index] ?? 0
      this.#at[place] = before + from
      this.#size[place] = end - from
      if (end > from) waiting++
      from = end
    }
    for (let size = this.#size[this.#next]; size !== undefined && size !== unread; size = this.#size[this.#next]) {
      const at = this.#at[this.#next++] ?? 0
      // The customer was deleted meanwhile.
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
