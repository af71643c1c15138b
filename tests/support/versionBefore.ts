import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import pg from 'pg'
import { inject } from 'vitest'
import { applyMigrations } from '#server/database/migrate'
import { openDatabase } from '#server/database/open'
import { quiet } from './embedded/folders.ts'
import { databaseOf, type OwnDatabase } from './ownDatabase.ts'

const folders = new URL('./embedded/folders/', import.meta.url).pathname

/** What the version that made the folder said of itself, just before it was stopped in order. */
export interface Told {
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

/**
 * Data folders of versions before, by the last migration that each has. A folder is `tar` of `postgres` and of
 * `esperado.json` (Told), packed with brotli; what PostgreSQL makes anew (surplus segments of pg_wal) is left out. It
 * holds the demo's four users, a token, eight customers with all relations, calls in every state, a ticket with words on
 * it, a ledger with a reversal, the record, a remembered answer, and a row in each table that has been dropped since.
 */
export const keptFolders = readdirSync(folders).map((name) => name.replace('.tar.br', ''))

/** The desk of that version on the database that this run is about: its folder, or its rows in a PostgreSQL. */
export async function ownDatabaseOf(lastMigration: string): Promise<OwnDatabase & { told: Told }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'alo-version-'))
  const packed = readFileSync(join(folders, `${lastMigration}.tar.br`))
  execFileSync('tar', ['xf', '-', '-C', dataDir], { input: brotliDecompressSync(packed) })
  const told: Told = JSON.parse(readFileSync(join(dataDir, 'esperado.json'), 'utf8'))
  const removeFolder = () => rmSync(dataDir, { recursive: true, force: true })
  const base = inject('base')
  if (base.kind === 'embedded') return { told, dataDir, databaseUrl: undefined, remove: async () => removeFolder() }

  const name = `alo_${randomBytes(6).toString('hex')}`
  const databaseUrl = databaseOf(base.url, name)
  await onServer(base.url, (client) => client.query(`CREATE DATABASE ${name}`))
  await copyRows(dataDir, databaseUrl, migrationsUpTo(lastMigration, dataDir))
  const remove = async () => {
    await onServer(base.url, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
    removeFolder()
  }
  return { told, dataDir, databaseUrl, remove }
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

async function copyRows(dataDir: string, databaseUrl: string, migrations: string): Promise<void> {
  const from = await openDatabase({ dataDir, role: 'cli', log: quiet })
  const to = await openDatabase({ dataDir, databaseUrl, role: 'cli', log: quiet })
  await applyMigrations(to.pool, migrations, quiet)
  const { rows: tables } = await to.pool.query<{ name: string }>(
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> '_prisma_migrations'`,
  )
  await onServer(databaseUrl, async (client) => {
    // Neither triggers nor the order of the tables matter to rows that have stood together before.
    await client.query('SET session_replication_role TO replica')
    for (const { name } of tables) {
      const { rows } = await from.pool.query<{ all: string }>(`SELECT json_agg(t)::text AS all FROM ${name} t`)
      await client.query(`INSERT INTO ${name} SELECT * FROM json_populate_recordset(NULL::${name}, $1)`, [rows[0]?.all])
    }
    const { rows: sequences } = await from.pool.query<{ name: string; last: string }>(
      `SELECT sequencename AS name, last_value AS last FROM pg_sequences WHERE last_value IS NOT NULL`,
    )
    for (const { name, last } of sequences) await client.query('SELECT setval($1, $2)', [name, last])
  })
  await from.close()
  await to.close()
}

async function onServer<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
