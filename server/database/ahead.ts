import type { Log } from '../log.ts'
import { openDataFolder } from './embedded/dataFolder.ts'
import { type Embedded, startEmbedded } from './embedded/start.ts'
import type { Place } from './place.ts'
import { Keys, keyFileOf } from './sealed/keys.ts'

export interface Where extends Place {
  /** Keys that the environment gives, beside those in the key file of the data folder. */
  chaveSenhas?: { atual?: string | undefined; anterior?: string | undefined }
  log: Log
  /** A server keeps the embedded database running for as long as it runs itself; a command does not. */
  role: 'server' | 'cli'
}

/**
 * The first steps of `openDatabase`, which a process may take before it has loaded the modules that query the database.
 */
export interface DatabaseAhead {
  keys: Keys
  /** The start of the embedded database, which is under way. A failure reaches whoever awaits it. */
  opening: Promise<Embedded> | undefined
}

/** @throws OperatorError for a folder that cannot be opened, or a file of keys that may not be used */
export function openAhead({
  databaseUrl,
  dataDir,
  chaveSenhas: { atual, anterior } = {},
  log,
  role,
}: Where): DatabaseAhead {
  // The folder's owner is checked first: with a wrong owner the key file cannot be read either, which hides the cause.
  if (!databaseUrl) openDataFolder(dataDir)
  const given = [atual, anterior].filter((key) => key !== undefined)
  const keys = new Keys({ given, file: keyFileOf(dataDir) })
  const opening = databaseUrl ? undefined : startEmbedded(dataDir, role, log)
  opening?.catch(() => undefined)
  return { keys, opening }
}
