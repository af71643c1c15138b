import type { Database } from '../database.ts'
import { type DatabaseOptions, openDatabase } from '../open.ts'
import { hasDatabase, noDatabase } from '../place.ts'

/**
 * Opens the database that a backup reads, as it is: it migrates nothing and makes nothing.
 * @throws PlaceError when there is no database yet
 */
export async function openToCopy(options: Omit<DatabaseOptions, 'role'>): Promise<Database> {
  if (!hasDatabase(options)) throw noDatabase(options)
  return openDatabase({ ...options, role: 'cli' })
}
