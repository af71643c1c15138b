import type { Database } from '../../database/open.ts'
import { clientesChannel } from '../rows/write.ts'
import { type CacheOptions, ListCache } from './cache.ts'

/** A cache of lists that lets go of them whenever a process announces changed customers; `close` ends both. */
export async function openListCache(
  database: Pick<Database, 'kind' | 'pool' | 'listen'>,
  options: CacheOptions,
): Promise<{ cache: ListCache; close: () => Promise<void> }> {
  const cache = new ListCache(database, options)
  const drop = () => cache.dropAll()
  // What was announced while the connection was away is not known: drop then, too.
  const unlisten = await database.listen(clientesChannel, drop, drop)
  return {
    cache,
    close: async () => {
      cache.close()
      await unlisten()
    },
  }
}
