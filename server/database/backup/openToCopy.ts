import { rmSync } from 'node:fs'
import type { Database } from '../database.ts'
import { openDataFolder } from '../embedded/dataFolder.ts'
import { type DatabaseOptions, openDatabase } from '../open.ts'
import { hasDatabase, noDatabase } from '../place.ts'
import { readKeyFile } from '../sealed/keyFile.ts'
import { keyFileOf } from '../sealed/keys.ts'
import { copyRunning, removeLeftovers } from './standIn.ts'

export interface ToCopy {
  pool: Database['pool']
  close: () => Promise<void>
}

/**
 * Opens what a backup reads, as it is: nothing is migrated, and nothing made. The embedded database of a running desk is
 * read from a copy of its files, so that no call waits for the backup.
 * @throws PlaceError when there is no database yet
 */
export async function openToCopy(options: Omit<DatabaseOptions, 'role'>): Promise<ToCopy> {
  if (options.databaseUrl) return openDatabase({ ...options, role: 'cli' })
  if (!hasDatabase(options)) throw noDatabase(options)
  // Before the folder is made private, as everywhere.
  readKeyFile(keyFileOf(options.dataDir))
  const { path, cluster } = openDataFolder(options.dataDir)
  removeLeftovers(path)
  const database = await openDatabase({ ...options, role: 'cli' })
  if (!database.joined) return database
  const folder = await copyRunning(database.pool, path, cluster).finally(database.close)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const copy = await openDatabase({ ...options, dataDir: folder, role: 'cli' })
    return { pool: copy.pool, close: () => copy.close().finally(remove) }
  } catch (error) {
    remove()
    throw error
  }
}
