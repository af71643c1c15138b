import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { databaseTrouble } from '#server/database/away'
import { applyMigrations, migrationsDone, pendingMigrations } from '#server/database/migrate'
import { PatientPool } from '#server/database/pool'
import { quiet } from '../../support/embedded/folders.ts'
import { writeMigration } from '../../support/embedded/migrations.ts'
import { startProxy } from '../../support/network/proxy.ts'
import { emptyDatabase, serverOf, throughPort } from '../../support/ownDatabase.ts'

let empty: Awaited<ReturnType<typeof emptyDatabase>>
let folder: string
const pools: PatientPool[] = []
beforeEach(async () => {
  empty = await emptyDatabase()
  folder = mkdtempSync(join(tmpdir(), 'alo-migrations-'))
  writeMigration(folder, '1_nota', 'CREATE TABLE nota (n int); INSERT INTO nota VALUES (1)')
})
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.end()
  await empty.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** Applies the migrations as a desk's start does, on its own connection. */
function start(): Promise<string[]> {
  return applyMigrations(database(), folder, quiet)
}
function database(url = empty.databaseUrl): PatientPool {
  const pool = new PatientPool(url, 'alo test')
  pools.push(pool)
  return pool
}
const tables = async () => {
  const { rows } = await database().query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname`,
  )
  return rows.map(({ name }) => name).filter((name) => name !== '_prisma_migrations')
}

const halves = 'CREATE TABLE lida (n int); UPDATE nota SET n = n + 1;'

test('a migration that fails is rolled back whole, and a later start applies it once its script is corrected', async () => {
  writeMigration(folder, '2_lida', `${halves} INSERT INTO nowhere VALUES (1);`)
  writeMigration(folder, '3_depois', 'CREATE TABLE depois (n int)')
  for (const _ of ['the first start', 'one that finds it failed']) {
    await expect(start()).rejects.toThrow(/nowhere[\s\S]*2_lida/)
    expect(await tables()).toEqual(['nota'])
    expect((await database().query('SELECT n FROM nota')).rows).toEqual([{ n: 1 }])
    expect(await migrationsDone(database())).toEqual(['1_nota'])
    expect(await pendingMigrations(database(), folder)).toEqual(['2_lida', '3_depois'])
  }

  writeMigration(folder, '2_lida', halves)
  const applied = await Promise.all([start(), start()])
  expect(applied.flat()).toEqual(['2_lida', '3_depois'])
  expect(await tables()).toEqual(['depois', 'lida', 'nota'])
  expect((await database().query('SELECT n FROM nota')).rows).toEqual([{ n: 2 }])
  expect(await migrationsDone(database())).toEqual(['1_nota', '2_lida', '3_depois'])
  expect(await start()).toEqual([])
})

/** Starts through a proxy that can be cut. PostgreSQL notices a cut only when it sends something. */
async function startOverNetwork() {
  const server = serverOf(empty.databaseUrl)
  const network = await startProxy(['path' in server ? server : server.port])
  const url = throughPort(empty.databaseUrl, network.port)
  return { network, started: applyMigrations(database(url), folder, quiet) }
}
const atWork = async (text: string) => {
  const asked = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
    AND state = 'active' AND strpos(query, $1) > 0`
  return (await database().query<{ n: number }>(asked, [text])).rows[0]?.n
}

test('a start waits for a script that still runs after its process died, and counts it as applied', async () => {
  await start()
  const untilGo = `DO $$ BEGIN -- until go
    WHILE (SELECT max(n) FROM nota) < 2 LOOP PERFORM pg_sleep(0.01); END LOOP;
  END $$;`
  writeMigration(folder, '2_lida', `CREATE TABLE lida (n int); ${untilGo}`)
  writeMigration(folder, '3_depois', 'CREATE TABLE depois (n int)')
  const { network, started } = await startOverNetwork()
  await expect.poll(() => atWork('until go')).toBe(1)
  await Promise.all([network.close(), expect(started).rejects.toThrow()])

  const next = start()
  await expect.poll(() => atWork('pg_advisory_lock')).toBe(1)
  expect(await tables()).toEqual(['nota'])
  await database().query('INSERT INTO nota VALUES (2)')
  expect(await next).toEqual(['3_depois'])
  expect(await tables()).toEqual(['depois', 'lida', 'nota'])
  expect(await migrationsDone(database())).toEqual(['1_nota', '2_lida', '3_depois'])
})

test('a script that an earlier version began is waited for while it runs; if it failed, it runs again', async () => {
  await start()
  writeMigration(folder, '2_lida', halves)
  const begun = "INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('begun', '', '2_lida')"
  await database().query(begun)
  const pool = database()
  const earlier = await pool.connect()
  await earlier.query(`BEGIN; UPDATE _prisma_migrations SET finished_at = now() WHERE id = 'begun'; ${halves}`)
  const started = start()
  const waiting = `SELECT 1 FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock' AND query ~ 'SET rolled_back_at'`
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1)
  await earlier.query('COMMIT')
  earlier.release()
  expect(await started).toEqual([])
  expect((await pool.query('SELECT n FROM nota')).rows).toEqual([{ n: 2 }])

  writeMigration(folder, '3_depois', 'CREATE TABLE depois (n int)')
  await pool.query(begun.replaceAll('2_lida', '3_depois').replace('begun', 'failed'))
  expect(await start()).toEqual(['3_depois'])
  const unfinished = 'SELECT id FROM _prisma_migrations WHERE finished_at IS NULL AND rolled_back_at IS NULL'
  expect((await pool.query(unfinished)).rows).toEqual([])
})

test('a script that committed just before its process died is not run again', async () => {
  await start()
  writeMigration(folder, '2_lida', halves)
  const { network, started } = await startOverNetwork()
  await Promise.all([network.cutAnswerTo('CREATE TABLE lida').then(network.close), expect(started).rejects.toThrow()])

  expect(await start()).toEqual([])
  expect((await database().query('SELECT n FROM nota')).rows).toEqual([{ n: 2 }])
  expect(await migrationsDone(database())).toEqual(['1_nota', '2_lida'])
})

test('a script that commits in steps and fails is run again, and goes on from its last committed step', async () => {
  writeMigration(
    folder,
    '2_fatias',
    `DO $$ BEGIN UPDATE nota SET n = n + 1 WHERE n < 3; COMMIT; PERFORM 1 / (SELECT n - 2 FROM nota); END $$`,
  )
  await expect(start()).rejects.toThrow(/division/)
  expect(await migrationsDone(database())).toEqual(['1_nota'])
  expect(await start()).toEqual(['2_fatias'])
  expect((await database().query('SELECT n FROM nota')).rows).toEqual([{ n: 3 }])
})

test('a role that does not own the schema or a table gets PostgreSQL’s error, and what to do about it', async () => {
  const role = `guest_of_${new URL(empty.databaseUrl).pathname.slice(1)}`
  const owner = database()
  await owner.query(`CREATE ROLE ${role} LOGIN`)
  const url = Object.assign(new URL(empty.databaseUrl), { username: role }).href
  const told = () => applyMigrations(database(url), folder, quiet).then(String, databaseTrouble)
  expect(await told()).toMatch(/^PostgreSQL refuses \(permission denied for schema public\)\. .*ALTER DATABASE/)
  await start()
  await owner.query(`GRANT ALL ON SCHEMA public TO ${role}; GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`)
  writeMigration(folder, '2_lida', 'ALTER TABLE nota ADD COLUMN m int')
  expect(await told()).toMatch(/^PostgreSQL refuses \(must be owner of table nota\)\. .*REASSIGN OWNED BY/)
  await owner.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`)
})
