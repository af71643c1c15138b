import { openSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#server/database/database'
import { openDatabase } from '#server/database/open'
import type { Place } from '../../support/place.ts'
import { startPostgres } from '../../support/postgres/startPostgres.ts'
import { type Child, startChild } from '../support/child.ts'
import { prepare } from './prepare.ts'

/** What a server under test is told, as JSON in its first argument. */
export interface Served {
  dataDir?: string
  databaseUrl?: string
  port: number
  secret: string
}

export type Contender = 'desk' | 'bare'
export const contenders: readonly Contender[] = ['desk', 'bare']
export const ports: Record<Contender, number> = { desk: 4601, bare: 4602 }
export const secret = 'the ring bench signs its cookies with this'

const quiet = { info: () => undefined, warn: () => undefined, error: console.error }

export interface Servers {
  /** A connection of the bench's own to the desk's database. */
  database: Database
  stop(): Promise<void>
}

/**
 * Starts both servers, each in a process of its own, on one database.
 */
export async function startServers(
  kind: Place,
  programs: string,
  folder: string,
  execArgv: string[],
): Promise<Servers> {
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const end of stops.reverse()) await end()
  }
  try {
    const where = kind === 'embedded' ? await embeddedFolders(folder) : await onePostgres(folder, stops)
    const start = async (who: Contender): Promise<Child> => {
      const served: Served = { ...where[who], port: ports[who], secret }
      const [child] = await startChild(join(programs, `${who}.js`), {
        args: [JSON.stringify(served)],
        execArgv: who === 'desk' ? execArgv : [],
        // Production writes its log too.
        stdout: openSync(join(folder, `${kind}-${who}.log`), 'w'),
      })
      stops.push(() => child.stop())
      return child
    }
    await start('desk')
    await start('bare')
    const database = await openDatabase({ dataDir: '', ...where.desk, role: 'cli', poolSize: 1, log: quiet })
    stops.push(() => database.close())
    return { database, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Where = Record<Contender, { dataDir?: string; databaseUrl?: string }>

async function embeddedFolders(folder: string): Promise<Where> {
  const where = { dataDir: join(folder, 'desk') }
  const database = await openDatabase({ ...where, role: 'server', log: quiet })
  await prepare(database).finally(() => database.close())
  return { desk: where, bare: where }
}

async function onePostgres(folder: string, stops: (() => Promise<unknown>)[]): Promise<Where> {
  const postgres = await startPostgres()
  stops.push(() => postgres.stop())
  const where = { databaseUrl: postgres.url, dataDir: folder }
  const database = await openDatabase({ ...where, role: 'server', log: quiet })
  await prepare(database).finally(() => database.close())
  return { desk: where, bare: where }
}
