import type { Config } from './config.ts'
import type { DatabaseAhead } from './database/ahead.ts'
import { openDatabase } from './database/open.ts'
import { Others } from './database/others/others.ts'
import type { Desk, Publisher } from './desk.ts'
import type { Log } from './log.ts'

/** A desk over the database that the configuration names; the caller closes `desk.database`. */
export async function openDesk(
  config: Config,
  log: Log,
  {
    role,
    publisher = silent,
    others = new Others(),
    ahead,
  }: { role: 'server' | 'cli'; publisher?: Publisher; others?: Others; ahead?: DatabaseAhead | undefined },
): Promise<Desk> {
  const { databaseUrl, dataDir, chaveSenhas } = config
  const database = await openDatabase({ databaseUrl, dataDir, chaveSenhas, log, role, ahead })
  // A copy, because the settings that administrators change on screen are written into it, and are this desk's alone.
  return { config: { ...config }, database, publisher, others, log, now: () => new Date() }
}

/** The publisher of a process without screens, such as a command. */
const silent: Publisher = {
  publish: () => {},
  publishHere: () => {},
  screensOf: () => 0,
  usuariosHere: () => [],
}
