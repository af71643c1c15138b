import type { Config } from './config.ts'
import type { Log } from './database/database.ts'
import { openDatabase } from './database/open.ts'
import type { Desk, Publisher } from './desk.ts'

/** A desk over the database that the configuration names; the caller closes `desk.database`. */
export async function openDesk(
  config: Config,
  log: Log,
  { role, publisher = silent }: { role: 'server' | 'cli'; publisher?: Publisher },
): Promise<Desk> {
  const { databaseUrl, dataDir } = config
  const database = await openDatabase({ databaseUrl, dataDir, log, role })
  return { config, database, publisher, log, now: () => new Date() }
}

/** Of a process without screens, such as a command. */
const silent: Publisher = { publish: () => {}, screensOf: () => 0 }
