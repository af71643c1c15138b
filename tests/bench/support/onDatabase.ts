import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#server/database/database'
import { openDatabase } from '#server/database/open'
import { quiet } from '../../support/embedded/folders.ts'

/** Opens an empty embedded database for `measure`, then closes and deletes it. */
export async function onDatabase(measure: (database: Database) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'alo-bench-'))
  try {
    const database = await openDatabase({ dataDir, log: quiet, role: 'server' })
    await measure(database).finally(database.close)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
