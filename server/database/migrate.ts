import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from '../log.ts'
import { UnfitDatabaseError } from './away.ts'
import type { Database } from './database.ts'
import { migrationNames, migrationScript, ownMigrations } from './migrations/folder.ts'
import { deskName } from './patience.ts'
import { ownClient } from './pool.ts'

type Row = { migration_name: string; finished: boolean; read_only: boolean }
const [UNDEFINED_TABLE, LOCK_NOT_AVAILABLE] = ['42P01', '55P03']

/** Names of the migrations in the folder that the database does not have yet, oldest first. One cheap query. */
export const pendingMigrations = async (pool: pg.Pool, folder = ownMigrations): Promise<string[]> =>
  lackingOf(await recorded(pool), folder)

function lackingOf(rows: Row[], folder: string): string[] {
  const done = new Set(finishedOf(rows))
  return migrationNames(folder).filter((name) => !done.has(name))
}

/** Like `pendingMigrations`. @throws UnfitDatabaseError where the database takes no writes, as a standby, or is empty */
export async function lackingToServe(pool: pg.Pool): Promise<string[]> {
  const rows = await recorded(pool)
  if (rows.length === 0)
    throw new UnfitDatabaseError(
      'the database is empty: stop the desk and restore a backup, or restart the desk to begin anew',
    )
  if (rows.some((row) => row.read_only)) throw new UnfitDatabaseError('the database takes no writes')
  return lackingOf(rows, ownMigrations)
}

/**
 * Applies Alô's own migrations that the database lacks. Logs a warning if it has some that this version does not know.
 */
export async function bringUpToDate(pool: pg.Pool, log: Log): Promise<void> {
  await applyMigrations(pool, ownMigrations, log)
  const known = new Set(migrationNames(ownMigrations))
  const unknown = (await recorded(pool)).map((row) => row.migration_name).filter((name) => !known.has(name))
  if (unknown.length > 0) log.warn({ unknown }, newerDatabase)
}

const newerDatabase =
  'the database was changed by a newer version of Alô, and this one may fail on what it does not know: install the newer one'

/** Whether a desk works with this database now. */
export async function othersAtWork({ pool }: Pick<Database, 'pool'>): Promise<boolean> {
  const desks = 'SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1 LIMIT 1'
  return (await pool.query(desks, [deskName])).rows.length > 0
}

/**
 * Applies the migrations of the folder that the database lacks, records them as `prisma migrate deploy` does, and
 * resolves to their names. Several processes may call it at once: one works, the others wait and find nothing left.
 * With `only`, applies none but those.
 * @throws UnfitDatabaseError where the database cannot hold every letter
 */
export async function applyMigrations(
  pool: pg.Pool,
  folder: string,
  log: Log,
  only?: readonly string[],
): Promise<string[]> {
  await demandUtf8(pool)
  const lacking = async () => (await pendingMigrations(pool, folder)).filter((name) => only?.includes(name) ?? true)
  if ((await lacking()).length === 0) return []
  return migratingAlone(pool, async (client) => {
    await client.query(records)
    const pending = await lacking()
    if (pending.length > 0) log.info({ pending }, 'applying migrations')
    await client.query(`SET lock_timeout TO ${lockMs}`)
    for (const name of pending) await apply(client, name, migrationScript(folder, name), log)
    return pending
  })
}

/**
 * The table of records, as Prisma makes it. Earlier versions recorded a script before they ran it. A record that they
 * left unfinished is of a script that failed, or that PostgreSQL still runs though its process died: that script holds
 * the record's row and finishes it, so the UPDATE waits for it.
 */
const records = `
CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL,
  checksum VARCHAR(64) NOT NULL,
  finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL,
  logs TEXT,
  rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  applied_steps_count INTEGER NOT NULL DEFAULT 0
);
UPDATE _prisma_migrations SET rolled_back_at = now() WHERE finished_at IS NULL AND rolled_back_at IS NULL`

/** How long a script waits for a lock, while all others wait behind it, and how long it then lets them pass. */
const [lockMs, passMs] = [2_000, 2_000]

/**
 * Runs a script and records it, in one transaction: a script that fails, or whose process dies, leaves nothing behind,
 * or is there with its record. One with a COMMIT of its own is recorded after it; run again, it goes on where it was.
 */
async function apply(client: pg.Client, name: string, script: string, log: Log): Promise<void> {
  const values = [randomUUID(), createHash('sha256').update(script).digest('hex'), name].map(pg.escapeLiteral)
  const record = `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
    VALUES (${values.join(', ')}, now(), 1);\n`
  const parts = /\bCOMMIT\b/i.test(script) ? [script, record] : [record + script]
  try {
    for (const part of parts)
      while (!(await executed(client, part))) {
        log.warn({ passMs }, 'a migration waits for a table that is in use: it lets others pass and tries again')
        await pause(passMs)
      }
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error} (in the migration ${name})`, { cause: error })
  }
}

/** False when the script did not get a lock in time: nothing of its last transaction was done. */
async function executed(client: pg.Client, script: string): Promise<boolean> {
  try {
    await client.query(script)
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === LOCK_NOT_AVAILABLE) return false
    throw error
  }
}

/** Every other encoding lacks some letters. @throws UnfitDatabaseError */
async function demandUtf8(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ server_encoding: string }>('SHOW server_encoding')
  const encoding = rows[0]?.server_encoding
  if (encoding === 'UTF8') return
  throw new UnfitDatabaseError(
    `The database holds ${encoding}, and not every letter. Create another: CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8'`,
  )
}

/** Names of the migrations that the database has, oldest first. */
export const migrationsDone = async (client: pg.Pool | pg.ClientBase): Promise<string[]> =>
  finishedOf(await recorded(client)).sort()

const finishedOf = (rows: Row[]) => rows.filter((row) => row.finished).map((row) => row.migration_name)

/** The records of migrations; none where their table is missing: no migration was ever applied. */
async function recorded(client: pg.Pool | pg.ClientBase): Promise<Row[]> {
  try {
    const { rows } = await client.query<Row>(
      `SELECT migration_name, finished_at IS NOT NULL AS finished, current_setting('transaction_read_only') = 'on' AS read_only
       FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
    )
    return rows
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return []
    throw error
  }
}

const ADVISORY_KEY = 720_110_541 // any number, the same in every version

/**
 * Runs the work while no other process migrates this database, or fills it for the demo; waits for its turn. The lock
 * goes with its connection: a process that dies leaves it only for as long as PostgreSQL still runs what it asked on it.
 */
export async function migratingAlone<T>(pool: pg.Pool, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await ownClient(pool)
  try {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_KEY])
    return await work(client)
  } finally {
    await client.end()
  }
}
