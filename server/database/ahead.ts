import type { Log } from './database.ts'
import { openDataFolder } from './embedded/dataFolder.ts'
import { type Embedded, startEmbedded } from './embedded/start.ts'
import { Keys, keyFileOf } from './sealed/keys.ts'

export interface Where {
  /** A PostgreSQL; without it the embedded database below `dataDir` is used. */
  databaseUrl?: string | undefined
  dataDir: string
  /** Keys from the environment; the file of the data folder has them otherwise. */
  chaveSenhas?: { atual?: string | undefined; anterior?: string | undefined }
  log: Log
  /** A server sees to it that the embedded database runs for as long as it does. */
  role: 'server' | 'cli'
}

/** What `openDatabase` begins with, and a process may begin before it has loaded what asks the database. */
export interface DatabaseAhead {
  keys: Keys
  /** The embedded database, which starts meanwhile; its failure is for whoever awaits it. */
  opening: Promise<Embedded> | undefined
}

/** @throws EmbeddedDatabaseError for a folder that cannot be opened, KeyError for a file of keys that may not be used */
export function openAhead({
  databaseUrl,
  dataDir,
  chaveSenhas: { atual, anterior } = {},
  log,
  role,
}: Where): DatabaseAhead {
  // Whose the folder is comes first: a key that cannot be read would only be the consequence.
  if (!databaseUrl) openDataFolder(dataDir)
  const given = [atual, anterior].filter((key) => key !== undefined)
  const keys = new Keys({ given, file: keyFileOf(dataDir) })
  const opening = databaseUrl ? undefined : startEmbedded(dataDir, role, log)
  opening?.catch(() => undefined)
  return { keys, opening }
}
