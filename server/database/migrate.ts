import pg from 'pg'
import type { Log } from '../log.ts'
import { UnfitDatabaseError } from './away.ts'
import type { Database } from './database.ts'
import { schemaEngine } from './migrations/engine.ts'
import { migrationNames, ownMigrations, readMigrations } from './migrations/folder.ts'
import { deskName } from './patience.ts'
import { ownClient, poolBeside } from './pool.ts'

type Row = { migration_name: string; finished: boolean; read_only: boolean }
const UNDEFINED_TABLE = '42P01'

/** Names of the migrations in the folder that the database does not have yet, oldest first. One cheap query. */
export const pendingMigrations = async (pool: pg.Pool, folder = ownMigrations): Promise<string[]> =>
  lackingOf(await recorded(pool), folder)

function lackingOf(rows: Row[], folder: string): string[] {
  const done = new Set(finishedOf(rows))
  return migrationNames(folder).filter((name) => !done.has(name))
}

/** Like `pendingMigrations`. @throws UnfitDatabaseError where the database takes no writes, as a standby */
export async function lackingToServe(pool: pg.Pool): Promise<string[]> {
  const rows = await recorded(pool)
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
 * resolves to their names. Several processes may call it at once: one works, the others wait and find nothing left. A
 * script runs as one transaction, so a failed one has left nothing but its record, and is tried again. With `only`,
 * applies none but those.
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
  const own = poolBeside(pool)
  return migratingAlone(pool, async () => {
    const pending = await lacking()
    if (pending.length === 0) return []
    log.info({ pending }, 'applying migrations')
    let said: unknown
    const engine = await schemaEngine(own, log, (error) => {
      said = error
    })
    try {
      for (const migrationName of await failed(own)) await engine.markMigrationRolledBack({ migrationName })
      const filters = { externalTables: [], externalEnums: [] }
      const { appliedMigrationNames } = await engine.applyMigrations({
        migrationsList: readMigrations(folder, only),
        filters,
      })
      return appliedMigrationNames
    } catch (error) {
      if (error instanceof Error) error.cause ??= said
      throw error
    } finally {
      engine.free()
    }
  }).finally(() => own.end())
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

/**
 * Migrations whose record was never finished: they failed, or their process died. PostgreSQL may still run the script
 * of a dead process. That script holds the row lock of its record and finishes it when it succeeds, so `FOR UPDATE`
 * waits for it.
 */
async function failed(pool: pg.Pool): Promise<Set<string>> {
  const { rows } = await unlessNoTable(
    pool.query<Pick<Row, 'migration_name'>>(
      'SELECT migration_name FROM _prisma_migrations WHERE finished_at IS NULL AND rolled_back_at IS NULL FOR UPDATE',
    ),
  )
  return new Set(rows.map((row) => row.migration_name))
}

async function recorded(client: pg.Pool | pg.ClientBase): Promise<Row[]> {
  const { rows } = await unlessNoTable(
    client.query<Row>(
      `SELECT migration_name, finished_at IS NOT NULL AS finished, current_setting('transaction_read_only') = 'on' AS read_only
       FROM _prisma_migrations WHERE rolled_back_at IS NULL`,
    ),
  )
  return rows
}

/** The rows of a query on the migration records; none where their table is missing: no migration was ever applied. */
async function unlessNoTable<R>(asked: Promise<{ rows: R[] }>): Promise<{ rows: R[] }> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return { rows: [] }
    throw error
  }
}

const ADVISORY_KEY = 720_110_541 // any number, the same in every version

/**
 * Runs the work while no other process migrates this database, or fills it for the demo; waits for its turn. The lock
 * goes with its connection, so a process that dies leaves none behind.
 */
export async function migratingAlone<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const client = await ownClient(pool)
  try {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_KEY])
    return await work()
  } finally {
    await client.end()
  }
}
