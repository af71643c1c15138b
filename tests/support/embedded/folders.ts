import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Log } from '#server/database/database'
import { serverOf } from '#server/database/embedded/lock'
import { startEmbedded } from '#server/database/embedded/start'

/** Says nothing but errors. */
export const quiet: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (facts, text) => console.error(text, facts),
}

/** Data folders for one test file: the cluster is made once and copied, since initdb takes a second. */
export async function dataFolders() {
  const home = mkdtempSync(join(tmpdir(), 'alo-test-'))
  const template = join(home, 'template')
  await (await startEmbedded(template, 'cli', quiet)).close()
  let count = 0
  return {
    home,
    /** With the cluster in it. */
    fresh: (name = `${++count}`) => {
      const folder = join(home, name)
      cpSync(join(template, 'postgresql'), join(folder, 'postgresql'), { recursive: true })
      return folder
    },
    /** A name that nothing has yet. */
    none: () => join(home, `${++count}`),
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}

/** Asks on a connection of one's own; gives the first row. */
export async function ask(url: string, text: string): Promise<Record<string, unknown>> {
  const client = new pg.Client(url)
  // A server that goes away says so to the connection beside the question, which fails by itself.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows[0]
  } finally {
    await client.end()
  }
}

/** The process of the server that has the folder, null for none. */
export const serverIn = (dataDir: string) => serverOf(join(dataDir, 'postgresql'))

/** The same, where one must run. Nothing else is fit for a signal: the number 0 would be this whole group of processes. */
export function runningServer(dataDir: string): number {
  const server = serverIn(dataDir)
  if (server === null) throw new Error(`no server runs on ${dataDir}`)
  return server
}
