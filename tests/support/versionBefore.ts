import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { applyMigrations } from '#server/database/migrate'
import { PatientPool } from '#server/database/pool'
import { quiet } from './embedded/folders.ts'
import { emptyDatabase, type OwnDatabase } from './ownDatabase.ts'

const folder = new URL('./versions', import.meta.url).pathname

/** Facts that the earlier version reported about its own data just before it was shut down. */
interface Told {
  momento: string
  token: string
  senha: string
  cookies: Record<string, string>
  /** Rows by table. */
  counts: Record<string, number>
  ligacoes: { id: string; estado: string }[]
  /** A billing event registered with the idempotency key `antes-1`, and its answer. */
  evento: object
  lancado: object
  /** The version's answers in the order of the requests. `usuario` is who asked; null means the token. */
  answers: { usuario: string | null; path: string; text: string }[]
}

interface Kept {
  told: Told
  /** Rows of each table, as a JSON array. */
  tables: Record<string, string>
  sequences: Record<string, number>
}

/**
 * Databases of earlier versions, each named by its last migration and compressed with brotli. Each has the demo's four
 * users, a token, eight customers with all relations, calls in every state, a ticket with text, a ledger with a
 * reversal, the audit record, a remembered answer, and a row in each table that a later migration dropped.
 */
export const keptVersions = readdirSync(folder).map((name) => name.replace('.json.br', ''))

/** Creates a database with that version's schema and rows, and a data folder. */
export async function ownDatabaseOf(lastMigration: string): Promise<OwnDatabase & { told: Told }> {
  const packed = readFileSync(join(folder, `${lastMigration}.json.br`))
  const kept: Kept = JSON.parse(brotliDecompressSync(packed).toString())
  const dataDir = mkdtempSync(join(tmpdir(), 'alo-version-'))
  const { databaseUrl, remove } = await emptyDatabase()
  await fill(databaseUrl, migrationsUpTo(lastMigration, dataDir), kept)
  return {
    ...{ told: kept.told, dataDir, databaseUrl },
    remove: async () => {
      await remove()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Copies the migrations that the version had into a folder, and returns its path. */
function migrationsUpTo(last: string, home: string): string {
  const known = join(home, 'migrations')
  mkdirSync(known)
  for (const name of readdirSync('prisma/migrations')) {
    if (name.slice(0, last.length) <= last)
      cpSync(join('prisma/migrations', name), join(known, name), { recursive: true })
  }
  return known
}

async function fill(databaseUrl: string, migrations: string, { tables, sequences }: Kept): Promise<void> {
  const pool = new PatientPool(databaseUrl, 'tests', quiet, 2)
  await applyMigrations(pool, migrations, quiet)
  const client = await pool.connect()
  // The rows were consistent in the earlier version: no trigger must run, and foreign keys need no order of tables.
  await client.query('SET session_replication_role TO replica')
  for (const [name, rows] of Object.entries(tables))
    await client.query(`INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, $1)`, [rows])
  for (const [name, last] of Object.entries(sequences)) await client.query('SELECT setval($1, $2)', [name, last])
  client.release()
  await pool.end()
}
