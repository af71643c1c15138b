import { close } from 'node:fs'
import { tmpdir } from 'node:os'
import type { Database } from '../../../database/open.ts'
import { ownClient } from '../../../database/pool.ts'
import { exportQuery, type ListQuery } from '../../rules/listQuery.ts'
import { openNamelessFile } from './namelessFile.ts'
import { readBatches, readOptions } from './readBatches.ts'

const mostAtOnce = 500

/** Every customer as the export's JSON, some at a time, on a connection of its own that ends with the reading. */
export async function* exportTexts(
  { kind, pool }: Pick<Database, 'kind' | 'pool'>,
  query: ListQuery = exportQuery,
): AsyncGenerator<string[]> {
  const scratch = await openNamelessFile(tmpdir())
  const client = ownClient(pool)
  client.on('error', () => undefined)
  try {
    await client.connect()
    for await (const clientes of readBatches(client, query, readOptions[kind], scratch)) {
      let texts: string[] = []
      for (const json of clientes) {
        texts.push(json.toString())
        if (texts.length < mostAtOnce) continue
        yield texts
        texts = []
      }
      yield texts
    }
  } finally {
    await client.end()
    close(scratch)
  }
}
