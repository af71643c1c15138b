import { existsSync, rmSync } from 'node:fs'
import type { Database } from '../database.ts'
import { openDataFolder } from '../embedded/dataFolder.ts'
import { type DatabaseOptions, openDatabase } from '../open.ts'
import { readKeyFile } from '../sealed/keyFile.ts'
import { keyFileOf } from '../sealed/keys.ts'
import { BackupError } from './backupFormat.ts'
import { copyRunning, removeLeftovers } from './standIn.ts'

export interface ToCopy {
  pool: Database['pool']
  close: () => Promise<void>
}

/**
 * Opens what a backup reads, as it is: nothing is migrated, and nothing made. The embedded database of a running desk is
 * read from a copy of its files, so that no call waits for the backup.
 * @throws BackupError when there is no database yet
 */
export async function openToCopy(options: Omit<DatabaseOptions, 'role'>): Promise<ToCopy> {
  if (options.databaseUrl) return openDatabase({ ...options, role: 'cli' })
  if (!existsSync(options.dataDir)) throw noDatabase(options.dataDir)
  // Before the folder is made private, as everywhere.
  readKeyFile(keyFileOf(options.dataDir))
  const { path, cluster } = openDataFolder(options.dataDir)
  if (!existsSync(cluster)) throw noDatabase(path)
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

const noDatabase = (folder: string) =>
  new BackupError(`There is no database in ${folder}. Set DATA_DIR or DATABASE_URL to the one to back up.`)
