import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/database/database'
import { applyMigrations } from '#server/database/migrate'
import { openDatabase } from '#server/database/open'
import { PatientPool } from '#server/database/pool'
import { quiet } from '../../support/embedded/folders.ts'
import { FUNCTION_AND_TRIGGER, writeMigration } from '../../support/embedded/migrations.ts'
import { startPostgres, type TestPostgres } from '../../support/postgres/startPostgres.ts'

let postgres: TestPostgres
let folder: string
const open: Database[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'alo-test-'))
  postgres = await startPostgres()
})
afterAll(async () => {
  for (const db of open) await db.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function desk(): Promise<Database> {
  const db = await openDatabase({
    databaseUrl: postgres.url,
    dataDir: join(folder, 'unused'),
    role: 'server',
    log: quiet,
  })
  open.push(db)
  return db
}

test('two processes’ pools migrate at once: each script runs once', async () => {
  const migrations = writeMigration(join(folder, 'migrations'), '1_nota', FUNCTION_AND_TRIGGER)
  const [one, two] = [await desk(), await desk()]
  const applied = await Promise.all([one, two].map(({ pool }) => applyMigrations(pool, migrations, quiet)))
  expect(applied.flat()).toEqual(['1_nota'])
})

test('a migration that waits for a reader does not block other readers, and runs when the reader has ended', async () => {
  const { pool } = await desk()
  await pool.query('CREATE TABLE lida (n int)')
  const migrations = writeMigration(join(folder, 'expanding'), '2_lida', 'ALTER TABLE lida ADD COLUMN m int')
  const [reader, other] = [await pool.connect(), await pool.connect()]
  await reader.query('BEGIN; SELECT * FROM lida')
  const applying = applyMigrations(pool, migrations, quiet)
  const waiting = `SELECT 1 FROM pg_locks WHERE relation = 'lida'::regclass AND NOT granted`
  await expect.poll(async () => (await other.query(waiting)).rowCount, { timeout: 20_000 }).toBe(1)
  await other.query(`SET lock_timeout TO '20s'`)
  expect((await other.query('SELECT * FROM lida')).rows).toEqual([])
  await reader.query('COMMIT')
  reader.release()
  other.release()
  expect(await applying).toEqual(['2_lida'])
})

test('a migration that fills a column in slices commits each slice before the next', async () => {
  const { pool } = await desk()
  await pool.query(
    'CREATE TABLE cheia (n int, m int, tx xid8); INSERT INTO cheia SELECT n FROM generate_series(1, 25) n',
  )
  const script = `DO $$ BEGIN
    LOOP
      UPDATE cheia SET m = n, tx = pg_current_xact_id() WHERE n IN (SELECT n FROM cheia WHERE m IS NULL ORDER BY n LIMIT 10);
      EXIT WHEN NOT FOUND;
      COMMIT;
    END LOOP;
  END $$;`
  await applyMigrations(pool, writeMigration(join(folder, 'filling'), '3_cheia', script), quiet)
  const { rows } = await pool.query('SELECT count(m)::int AS full, count(DISTINCT tx)::int AS slices FROM cheia')
  expect(rows).toEqual([{ full: 25, slices: 3 }])
})

test('Prisma reads the same instant whatever the database’s time zone is', async () => {
  const db = await desk()
  await db.pool.query(`ALTER DATABASE postgres SET TimeZone TO 'America/Sao_Paulo'`)
  const later = await desk()
  const [row] = await later.prisma.$queryRaw<{ t: Date }[]>`SELECT timestamptz '2026-01-01 12:00:00+00' AS t`
  expect(row?.t.toISOString()).toBe('2026-01-01T12:00:00.000Z')
})

test('after PostgreSQL crashes and restarts, the pool works, and listeners hear again and are told of the gap', async () => {
  const db = await desk()
  const other = await desk()
  let gap = () => {}
  const gapped = new Promise<void>((resolve) => {
    gap = resolve
  })
  const heard: string[] = []
  let heardLast = () => {}
  const last = new Promise<void>((resolve) => {
    heardLast = resolve
  })
  const hear = (payload: string) => (payload === 'end' ? heardLast() : heard.push(payload))
  await db.listen('aviso', hear, gap)

  await postgres.crash()
  await expect(db.pool.query('SELECT 1')).rejects.toThrow()
  await postgres.restart()
  await gapped
  await other.pool.query(`NOTIFY aviso, 'after'`)
  await other.pool.query(`NOTIFY aviso, 'end'`)
  await last
  expect(heard).toEqual(['after'])
})

test('a listener that was ended hears nothing more', async () => {
  const db = await desk()
  const heard: string[] = []
  const end = await db.listen(
    'aviso',
    (payload) => heard.push(payload),
    () => undefined,
  )
  await end()
  const marker = new Promise<string>(
    (resolve) => void db.listen('aviso', resolve, () => undefined).then(() => db.pool.query(`NOTIFY aviso, 'x'`)),
  )
  expect(await marker).toBe('x')
  expect(heard).toEqual([])
})

test('connections have the desk’s name, by which commands find it, whatever name the address gives them', async () => {
  const pool = new PatientPool(`${postgres.url}?connect_timeout=9&application_name=central`, 'alo')
  const asked = await pool.query(`SELECT current_setting('application_name') AS name`)
  await pool.end()
  expect(asked.rows).toEqual([{ name: 'alo' }])
})

test('a connection that a living database refuses loses nothing, so nobody is told to look again', async () => {
  const { pool } = await desk()
  await pool.query(`CREATE ROLE cheio LOGIN PASSWORD 'cheio' CONNECTION LIMIT 1`)
  const url = Object.assign(new URL(postgres.url), { username: 'cheio', password: 'cheio' })
  const lost: unknown[] = []
  const log = { info: () => undefined, warn: (facts: object) => void lost.push(facts), error: () => undefined }
  const refusing = new PatientPool(url.href, 'cheio', log)
  const only = await refusing.connect()
  for (const _ of [1, 2, 3]) await expect(refusing.query('SELECT 1')).rejects.toThrow('too many connections')
  only.release()
  await pool.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'cheio'`)
  const ended = { err: expect.objectContaining({ message: expect.stringContaining('administrator command') }) }
  await expect.poll(() => lost, { timeout: 20_000 }).toContainEqual(ended)
  expect(lost).toEqual([ended])
  await refusing.end()
})
