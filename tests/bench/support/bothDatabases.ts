import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#server/database/database'
import { openDatabase } from '#server/database/open'
import { quiet } from '../../support/embedded/folders.ts'
import { startPostgres } from '../../support/postgres/startPostgres.ts'

/** Fills and measures an empty PostgreSQL and then an empty embedded database, or those named alone. */
export async function onBothDatabases(
  measure: (database: Database) => Promise<void>,
  only: readonly string[] = [],
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'alo-bench-'))
  const postgres = await startPostgres()
  try {
    for (const databaseUrl of [postgres.url, undefined]) {
      if (only.length > 0 && !only.includes(databaseUrl ? 'postgresql' : 'embedded')) continue
      const database = await openDatabase({ databaseUrl, dataDir: folder, log: quiet, role: 'server' })
      try {
        await measure(database)
      } finally {
        await database.close()
      }
    }
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
