import { join } from 'node:path'
import pg from 'pg'
import { serverOf } from '#server/database/embedded/lock'
import type { Log } from '#server/log'

/** A log that prints errors only. */
export const quiet: Log = {
  info: () => undefined,
  warn: () => undefined,
  error: (facts, text) => console.error(text, facts),
}

/** The part of a data folder that holds the database. */
export const cluster = 'postgresql'

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
export const serverIn = (dataDir: string) => serverOf(join(dataDir, cluster))

/**
 * As {@link serverIn}, to send signals to. @throws when no server runs: a signal to process 0 would hit this whole
 * process group
 */
export function runningServer(dataDir: string): number {
  const server = serverIn(dataDir)
  if (server === null) throw new Error(`no server runs on ${dataDir}`)
  return server
}
