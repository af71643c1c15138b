import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from './database.ts'
import { LockHeldError, takeLock } from './embedded/lock.ts'
import { schemaEngine } from './migrations/engine.ts'
import { migrationNames, readMigrations } from './migrations/folder.ts'
import { EmbeddedPool, ownClient } from './pool.ts'

type Row = { migration_name: string; finished: boolean }
const UNDEFINED_TABLE = '42P01'

/** Names of the migrations in the folder that the database does not have yet, oldest first. One cheap query. */
export async function pendingMigrations(pool: pg.Pool, folder: string): Promise<string[]> {
  const done = new Set((await recorded(pool)).filter((row) => row.finished).map((row) => row.migration_name))
  return migrationNames(folder).filter((name) => !done.has(name))
}

/**
 * Brings the database up to the folder and resolves to the names applied, recorded as `prisma migrate deploy` does.
 * Several processes may call it at once: one works, the others wait and find nothing left. A script runs as one
 * transaction, so one that failed has left nothing but its record, and is tried again.
 */
export async function applyMigrations(pool: pg.Pool, folder: string, log: Log): Promise<string[]> {
  if ((await pendingMigrations(pool, folder)).length === 0) return []
  return alone(pool, async () => {
    const pending = await pendingMigrations(pool, folder)
    if (pending.length === 0) return []
    log.info({ pending }, 'applying migrations')
    const engine = await schemaEngine(pool)
    try {
      const failed = new Set((await recorded(pool)).filter((row) => !row.finished).map((row) => row.migration_name))
      for (const migrationName of failed) await engine.markMigrationRolledBack({ migrationName })
      const filters = { externalTables: [], externalEnums: [] }
      const { appliedMigrationNames } = await engine.applyMigrations({
        migrationsList: readMigrations(folder),
        filters,
      })
      return appliedMigrationNames
    } finally {
      engine.free()
    }
  })
}

async function recorded(pool: pg.Pool): Promise<Row[]> {
  try {
    const { rows } = await pool.query<Row>(
      'SELECT migration_name, finished_at IS NOT NULL AS finished FROM _prisma_migrations WHERE rolled_back_at IS NULL',
    )
    return rows
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return []
    throw error
  }
}

const ADVISORY_KEY = 720_110_541 // any number, the same in every version
const WAIT_MS = 50

/** Runs the work while no other process migrates this database; waits for its turn. */
function alone<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
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
      const { release } = await takeLock(join(sockets, 'migration.lock'), 'cli', sockets)
      return await work().finally(release)
    } catch (error) {
      if (!(error instanceof LockHeldError)) throw error
      await pause(WAIT_MS)
    }
  }
}
