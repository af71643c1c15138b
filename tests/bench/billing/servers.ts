import { mkdtempSync, openSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '#server/database/database'
import { openDatabase } from '#server/database/open'
import { demoToken } from '#server/demo/accounts'
import { quiet } from '../../support/embedded/folders.ts'
import { startProcess } from '../../support/process.ts'
import { sendRequest } from '../../support/request.ts'
import { insertSession } from '../../support/session.ts'

/** How many requests (the desk) or transactions (the bare contender) are in flight at once. */
export const connections = 8

export interface Beside {
  /** The bench's own connections to the desk's database: what the bare contender uses. */
  database: Database
  /** Sends one request to the desk on a keep-alive connection and returns the body. @throws unless the status is 200 */
  ask(path: string, body?: object): Promise<string>
  stop(): Promise<void>
}

/** Starts a desk with the demo's data in its own process, and connects to its database. */
export async function startDeskBeside(): Promise<Beside> {
  const dataDir = mkdtempSync(join(tmpdir(), 'alo-bench-'))
  const stops: (() => Promise<unknown>)[] = [async () => rmSync(dataDir, { recursive: true, force: true })]
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end()
  }
  try {
    const desk = await startProcess({
      args: ['--demo'],
      env: { DATA_DIR: dataDir, LIMITE_REQUISICOES_SEGUNDO: '1000000' },
      stdout: openSync(join(dataDir, 'desk.log'), 'w'),
    })
    stops.push(desk.stop)
    const database = await openDatabase({ dataDir, role: 'cli', poolSize: connections, log: quiet })
    stops.push(() => database.close())
    const agent = new Agent({ keepAlive: true, maxSockets: connections })
    stops.push(async () => agent.destroy())
    const cookie = await insertSession(database, 'clara')
    return { database, stop, ask: (path, body) => ask(desk.url, agent, cookie, path, body) }
  } catch (error) {
    await stop()
    throw error
  }
}

async function ask(url: string, agent: Agent, cookie: string, path: string, body?: object): Promise<string> {
  const access = body ? { authorization: demoToken } : { headers: { cookie } }
  const { status, text } = await sendRequest(url, { path, agent, body, ...access })
  if (status !== 200) throw new Error(`${status} ${text}`)
  return text
}
