import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { applyMigrations } from '#server/database/migrate'
import { PatientPool } from '#server/database/pool'
import { quiet } from './embedded/folders.ts'
import { emptyDatabase, type OwnDatabase } from './ownDatabase.ts'

const folder = new URL('./versions', import.meta.url).pathname

/** What the version that made the folder said of itself, just before it was stopped in order. */
interface Told {
  momento: string
  token: string
  senha: string
  cookies: Record<string, string>
  /** Rows by table. */
  counts: Record<string, number>
  ligacoes: { id: string; estado: string }[]
  /** A registration with the key `antes-1`, and what was answered. */
  evento: object
  lancado: object
  /** Its answers, in the order in which they were asked for: by whom (null: by the token) and the text. */
  answers: { usuario: string | null; path: string; text: string }[]
}

interface Kept {
  told: Told
  /** Rows of each table, as a JSON array. */
  tables: Record<string, string>
  sequences: Record<string, number>
}

/**
 * Databases of versions before, by the last migration that each has: the demo's four users, a token, eight customers with
 * all relations, calls in every state, a ticket with words on it, a ledger with a reversal, the record, a remembered
 * answer, and a row in each table that has been dropped since. Packed with brotli.
 */
export const keptVersions = readdirSync(folder).map((name) => name.replace('.json.br', ''))

/** A desk of that version's rows, in a database of its own. */
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

/** The migrations that the version had, in a folder of their own. */
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
  // Neither triggers nor the order of the tables matter to rows that have stood together before.
  await client.query('SET session_replication_role TO replica')
  for (const [name, rows] of Object.entries(tables))
    await client.query(`INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, $1)`, [rows])
  for (const [name, last] of Object.entries(sequences)) await client.query('SELECT setval($1, $2)', [name, last])
  client.release()
  await pool.end()
}
