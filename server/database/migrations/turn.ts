import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { LockHeldError, takeLock } from '../embedded/lock.ts'
import { EmbeddedPool, ownClient } from '../pool.ts'

const ADVISORY_KEY = 720_110_541 // any number, the same in every version
const WAIT_MS = 50

/** Runs the work while no other process migrates this database; waits for its turn. */
export function alone<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  return pool instanceof EmbeddedPool ? aloneOnSocket(pool.sockets, work) : aloneOnServer(pool, work)
}

// A session's advisory lock goes with its connection, so a process that dies leaves none behind.
async function aloneOnServer<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const client = ownClient(pool)
  client.on('error', () => undefined) // the loss shows in the work's own queries
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_KEY])
    return await work()
  } finally {
    await client.end()
  }
}

// All clients of the embedded database share one backend, where an advisory lock holds nobody off.
async function aloneOnSocket<T>(sockets: string, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      const release = await takeLock(join(sockets, 'migration.lock'), 'cli', sockets)
      return await work().finally(release)
    } catch (error) {
      if (!(error instanceof LockHeldError)) throw error
      await pause(WAIT_MS)
    }
  }
}
