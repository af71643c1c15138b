import { exportQuery, type ListQuery } from '#domain/cliente/listQuery'
import type { Database } from '../../database/open.ts'
import { ownClient } from '../../database/pool.ts'
import { readBatches } from './readBatches.ts'

/** Every customer as the export's JSON, a batch at a time, on a connection of its own that ends with the reading. */
export async function* exportTexts(
  { kind, pool }: Pick<Database, 'kind' | 'pool'>,
  query: ListQuery = exportQuery,
): AsyncGenerator<string[]> {
  const client = ownClient(pool)
  client.on('error', () => undefined)
  await client.connect()
  try {
    yield* readBatches(
      client,
      query,
      kind === 'embedded' ? { batchSize: 60, snapshot: false } : { batchSize: 200, snapshot: true },
    )
  } finally {
    await client.end()
  }
}
