import type pg from 'pg'
import type { ListQuery } from '../../rules/listQuery.ts'
import { BatchReader } from './batchReader.ts'
import { idsSql } from './idsSql.ts'
import { ListOrder } from './listOrder.ts'

export type ReadOptions = {
  batchSize: number
  /**
   * One snapshot for the whole list. Without it each batch is a statement of its own: the embedded database has a single
   * backend, and a long transaction would keep the desk waiting. A customer is whole and appears once either way, for
   * the ids and their order are settled at the start.
   */
  snapshot: boolean
}

/** Small turns on the embedded database, whose one backend the desk shares; on PostgreSQL one snapshot for the whole list. */
export const readOptions: Record<'embedded' | 'postgresql', ReadOptions> = {
  embedded: { batchSize: 40, snapshot: false },
  postgresql: { batchSize: 1_000, snapshot: true },
}

/**
 * The customers of the list as JSON, in its order, a batch at a time; a customer's bytes are good until the next is asked
 * for, and each batch must be read to its end. The database is read in the order of the ids, in which its tables lie,
 * and `scratch` holds who comes before their turn. The next batch is asked for before the last one is joined, so that
 * database and joiner work side by side. The client must be the caller's own.
 */
export async function* readBatches(
  client: pg.ClientBase,
  query: ListQuery,
  options: ReadOptions,
  scratch: number,
): AsyncGenerator<Iterable<Buffer>> {
  if (options.snapshot) {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await client.query('SET LOCAL jit = off')
  }
  const { ids, places } = await readIds(client, query)
  const reader = new BatchReader(client, query)
  const order = new ListOrder(ids.length, scratch)
  const slice = (from: number) => ids.subarray(from, from + options.batchSize)
  let ahead = ids.length > 0 ? reader.read(slice(0)) : undefined
  for (let from = 0; ahead; from += options.batchSize) {
    const rows = await ahead
    const next = from + options.batchSize
    ahead = next < ids.length ? reader.read(slice(next)) : undefined
    // Someone who stops reading leaves this promise behind.
    ahead?.catch(() => undefined)
    yield order.take(await reader.join(rows, slice(from)), places.subarray(from, next))
  }
  if (options.snapshot) await client.query('COMMIT')
}

/** Ids of the list from the lowest to the highest, and each one's place in it. */
async function readIds(client: pg.ClientBase, query: ListQuery): Promise<{ ids: Int32Array; places: Int32Array }> {
  const { rows } = await client.query<[number]>({ ...idsSql(query), rowMode: 'array' })
  const places = Int32Array.from(rows.keys()).sort((one, other) => idAt(rows, one) - idAt(rows, other))
  return { ids: places.map((place) => idAt(rows, place)), places }
}

const idAt = (rows: [number][], place: number) => (rows[place] as [number])[0]
