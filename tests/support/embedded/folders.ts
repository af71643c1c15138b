import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Log } from '#server/database/database'
import { serverOf } from '#server/database/embedded/lock'
import { startEmbedded } from '#server/database/embedded/start'

/** A log that prints errors only. */
export const quiet: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (facts, text) => console.error(text, facts),
}

/** Data folders for one test file. The cluster is created once and then copied, because initdb takes a second. */
export async function dataFolders() {
  const home = mkdtempSync(join(tmpdir(), 'alo-test-'))
  const template = join(home, 'template')
  await (await startEmbedded(template, 'cli', quiet)).close()
  let count = 0
  return {
    home,
    /** A new folder that contains the cluster. */
    fresh: (name = `${++count}`) => {
      const folder = join(home, name)
      cpSync(join(template, 'postgresql'), join(folder, 'postgresql'), { recursive: true })
      return folder
    },
    /** The path of a folder that does not exist yet. */
    none: () => join(home, `${++count}`),
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}

/** Runs one query on a new connection and returns the first row. */
export async function ask(url: string, text: string): Promise<Record<string, unknown>> {
  const client = new pg.Client(url)
  // When the server goes away, the client also emits `error`; without a listener that would end the process.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows[0]
  } finally {
    await client.end()
  }
}

/** The process id of the server that runs on the data folder; null when there is none. */
export const serverIn = (dataDir: string) => serverOf(join(dataDir, 'postgresql'))

/**
 * As {@link serverIn}, to send signals to. @throws when no server runs: a signal to process 0 would hit this whole
 * process group
 */
export function runningServer(dataDir: string): number {
  const server = serverIn(dataDir)
  if (server === null) throw new Error(`no server runs on ${dataDir}`)
  return server
}
