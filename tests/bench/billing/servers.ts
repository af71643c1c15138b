import { openSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { readConfig } from '#server/config'
import type { Database } from '#server/database/database'
import { applyMigrations } from '#server/database/migrate'
import { openDatabase } from '#server/database/open'
import { demoToken } from '#server/demo/accounts'
import { prepareDemo } from '#server/demo/prepareDemo'
import { openDesk } from '#server/openDesk'
import type { Place } from '../../support/place.ts'
import { startPostgres } from '../../support/postgres/startPostgres.ts'
import { insertSession } from '../../support/session.ts'
import { startChild } from '../support/child.ts'

const port = 4611
/** Requests and transactions in flight, of either contender. */
export const connections = 8
const quiet = { info: () => undefined, warn: () => undefined, error: console.error }

export interface Beside {
  /** The bench's own connections to the desk's database: what the bare contender uses. */
  database: Database
  /** One request to the desk on a kept connection; throws unless it is answered with 200. */
  ask(path: string, body?: object): Promise<string>
  stop(): Promise<void>
}

/** A desk in a process of its own, filled as the demo is, and connections to its database. */
export async function startDeskBeside(
  kind: Place,
  programs: string,
  folder: string,
  execArgv: string[] = [],
): Promise<Beside> {
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const end of stops.reverse()) await end()
  }
  try {
    const postgres = kind === 'postgresql' ? await startPostgres() : undefined
    if (postgres) stops.push(() => postgres.stop())
    const where = { databaseUrl: postgres?.url, dataDir: folder }
    await fill(where)
    const [child] = await startChild(join(programs, 'desk.js'), {
      args: [JSON.stringify({ ...where, port })],
      execArgv: ['--enable-source-maps', ...execArgv],
      stdout: openSync(join(folder, 'desk.log'), 'w'),
    })
    stops.push(() => child.stop())
    const database = await openDatabase({ ...where, role: 'cli', poolSize: connections, log: quiet })
    stops.push(() => database.close())
    const agent = new Agent({ keepAlive: true, maxSockets: connections })
    stops.push(async () => agent.destroy())
    const cookie = await insertSession(database, 'clara')
    return { database, stop, ask: (path, body) => ask(agent, cookie, path, body) }
  } catch (error) {
    await stop()
    throw error
  }
}

async function fill(where: { databaseUrl: string | undefined; dataDir: string }): Promise<void> {
  const desk = await openDesk({ ...readConfig('demo', {}), ...where }, quiet, { role: 'server' })
  await applyMigrations(desk.database.pool, 'prisma/migrations', quiet)
  await prepareDemo(desk)
  await desk.database.close()
}

function ask(agent: Agent, cookie: string, path: string, body?: object): Promise<string> {
  const bytes = body && JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        agent,
        method: bytes === undefined ? 'GET' : 'POST',
        headers: {
          ...(bytes === undefined
            ? { cookie }
            : {
                authorization: demoToken,
                'content-type': 'application/json',
                'content-length': Buffer.byteLength(bytes),
              }),
        },
      },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (piece) => {
          text += piece
        })
        response.on('error', reject)
        response.on('end', () =>
          response.statusCode === 200 ? resolve(text) : reject(new Error(`${response.statusCode} ${text}`)),
        )
      },
    )
    sent.on('error', reject)
    sent.end(bytes)
  })
}
