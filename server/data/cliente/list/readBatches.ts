import type pg from 'pg'
import type { ListQuery } from '#domain/cliente/listQuery'
import { batchSql } from './batchSql.ts'
import { idsSql } from './idsSql.ts'
import { type BatchRow, joinBatch, UnknownShared } from './join.ts'
import { rawText } from './rawText.ts'
import { Shared } from './shared.ts'

export type ReadOptions = {
  batchSize: number
  /**
   * One snapshot for the whole list. Without it each batch is a statement of its own: the embedded database has a single
   * backend, and a long transaction would keep the desk waiting. A customer is whole and appears once either way, for
   * the ids and their order are settled at the start.
   */
  snapshot: boolean
}

/**
 * The customers of the list as JSON texts, a batch at a time, in order. The next batch is asked for before the last one is
 * joined, so that database and joiner work side by side. The client must be the caller's own.
 */
export async function* readBatches(
  client: pg.ClientBase,
  query: ListQuery,
  options: ReadOptions,
): AsyncGenerator<string[]> {
  if (options.snapshot) {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await client.query('SET LOCAL jit = off')
  }
  const ids = await readIds(client, query)
  const shared = new Shared()
  await shared.reload(client)
  const read = batchReader(client, batchSql(query.relacoes, query.cancelado))
  const slice = (from: number) => ids.subarray(from, from + options.batchSize)
  let ahead = ids.length > 0 ? read(slice(0)) : undefined
  for (let from = 0; ahead; from += options.batchSize) {
    const rows = await ahead
    const next = from + options.batchSize
    ahead = next < ids.length ? read(slice(next)) : undefined
    // Someone who stops reading leaves this promise behind.
    ahead?.catch(() => undefined)
    yield await joined(client, rows, slice(from), query, shared)
  }
  if (options.snapshot) await client.query('COMMIT')
}

async function readIds(client: pg.ClientBase, query: ListQuery): Promise<Int32Array> {
  const { rows } = await client.query({ ...idsSql(query), rowMode: 'array', types: rawText })
  return Int32Array.from(rows as unknown as [string][], ([id]) => Number(id))
}

function batchReader(client: pg.ClientBase, text: string) {
  return async (ids: Int32Array): Promise<BatchRow[]> => {
    const values = [`{${ids.join(',')}}`]
    const { rows } = await client.query({ name: 'cliente_list_batch', text, values, rowMode: 'array', types: rawText })
    return rows as unknown as BatchRow[]
  }
}

async function joined(client: pg.ClientBase, rows: BatchRow[], ids: Int32Array, query: ListQuery, shared: Shared) {
  try {
    return joinBatch(rows, ids, query, shared)
  } catch (error) {
    if (!(error instanceof UnknownShared)) throw error
    await shared.reload(client)
    return joinBatch(rows, ids, query, shared)
  }
}
