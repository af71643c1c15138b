import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/database/database'
import { DataFolderInUseError } from '#server/database/embedded/lock'
import { applyMigrations, pendingMigrations } from '#server/database/migrate'
import { openDatabase } from '#server/database/open'
import { AnotherProcess } from '../support/embedded/anotherProcess.ts'
import { dataFolders, quiet } from '../support/embedded/folders.ts'
import { FUNCTION_AND_TRIGGER, writeMigration } from '../support/embedded/migrations.ts'

let folders: Awaited<ReturnType<typeof dataFolders>>
const open: { db: Database[]; others: AnotherProcess[] } = { db: [], others: [] }

beforeAll(async () => {
  folders = await dataFolders()
})
afterEach(async () => {
  for (const other of open.others.splice(0)) await other.kill()
  for (const db of open.db.splice(0)) await db.close()
})
afterAll(() => folders.remove())

async function desk(dataDir: string, role: 'server' | 'cli' = 'server'): Promise<Database> {
  const db = await openDatabase({ dataDir, role, log: quiet })
  open.db.push(db)
  return db
}

async function otherProcess(role: 'server' | 'cli', dataDir: string): Promise<AnotherProcess> {
  const other = await AnotherProcess.open(role, dataDir)
  open.others.push(other)
  return other
}

test('every row that was answered is there after SIGKILL, and the dead server does not hold the folder', async () => {
  const dataDir = folders.fresh()
  const victim = await otherProcess('server', dataDir)
  await victim.query('CREATE TABLE t (n int)')
  for (let n = 0; n < 20; n++) await victim.query('INSERT INTO t VALUES ($1)', [n])
  await victim.kill()

  const { rows } = await (await desk(dataDir)).pool.query('SELECT count(*)::int AS n FROM t')
  expect(rows).toEqual([{ n: 20 }])
})

test('PostgreSQL runs with fsync on, in UTC', async () => {
  const { pool } = await desk(folders.fresh())
  expect((await pool.query('SHOW fsync')).rows).toEqual([{ fsync: 'on' }])
  expect((await pool.query('SHOW TimeZone')).rows).toEqual([{ TimeZone: 'UTC' }])
})

test('a second server on the folder is refused by name, and the first one goes on', async () => {
  const dataDir = folders.fresh()
  const first = await desk(dataDir)
  await expect(otherProcess('server', dataDir)).rejects.toThrow(
    new RegExp(`${dataDir} is in use by another Alô server \\(process ${process.pid},.*DATA_DIR`),
  )
  await expect(desk(dataDir)).rejects.toThrow(DataFolderInUseError)
  expect((await first.pool.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }])
})

test('a command joins the running desk and leaves it running', async () => {
  const dataDir = folders.fresh()
  const first = await desk(dataDir)
  await first.pool.query('CREATE TABLE t (n int)')
  const command = await otherProcess('cli', dataDir)
  await command.query('INSERT INTO t VALUES (7)')
  await command.close()
  expect((await first.pool.query('SELECT n FROM t')).rows).toEqual([{ n: 7 }])
})

test('a command opens the folder itself when no desk runs, and a server says so', async () => {
  const dataDir = folders.fresh()
  const command = await otherProcess('cli', dataDir)
  expect(await command.query('SELECT 1 AS n')).toEqual([{ n: 1 }])
  await expect(desk(dataDir)).rejects.toThrow(`in use by an Alô command (process ${command.child.pid}`)
  await command.close()
  expect((await (await desk(dataDir)).pool.query('SELECT 2 AS n')).rows).toEqual([{ n: 2 }])
})

test('a command that opened the folder stays until its guests have left', async () => {
  const dataDir = folders.fresh()
  const host = await desk(dataDir, 'cli')
  const guest = await otherProcess('cli', dataDir)
  await guest.query('CREATE TABLE t (n int)')
  const closing = host.close()
  expect(await guest.query('INSERT INTO t VALUES (1) RETURNING n')).toEqual([{ n: 1 }])
  await guest.close()
  await closing
})

test('a path too long for a socket works all the same, from two processes', async () => {
  const dataDir = join(folders.fresh(), 'a'.repeat(60), 'b'.repeat(60))
  await desk(dataDir)
  const command = await otherProcess('cli', dataDir)
  expect(await command.query('SELECT 1 AS n')).toEqual([{ n: 1 }])
})

test('one statement name stands for different statements in different processes and connections', async () => {
  const dataDir = folders.fresh()
  const db = await desk(dataDir)
  const other = await otherProcess('cli', dataDir)
  const here = { name: 'same', text: 'SELECT $1::int AS n' }
  const numbers = Array.from({ length: 100 }, (_, n) => n)
  const [mine, theirs] = await Promise.all([
    Promise.all(numbers.map(async (n) => (await db.pool.query({ ...here, values: [n] })).rows[0]?.n)),
    Promise.all(numbers.map(async (n) => (await other.query('SELECT $1::int * 1000 AS m', [n], 'same'))[0]?.m)),
  ])
  expect(mine).toEqual(numbers)
  expect(theirs).toEqual(numbers.map((n) => n * 1000))
})

test('many connections at once each get their own answer, errors included', async () => {
  const { pool } = await desk(folders.fresh())
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      n % 5 === 0
        ? pool.query('SELECT 1 / $1::int AS n', [0]).catch((error) => error.message)
        : pool.query('SELECT $1::int AS n, $2::text AS t', [n, `t${n}`]).then(({ rows }) => rows[0]),
    ),
  )
  expect(answers).toEqual(answers.map((_, n) => (n % 5 === 0 ? 'division by zero' : { n, t: `t${n}` })))
})

test('a desk closes in order while its statements are in use, time after time', async () => {
  const dataDir = folders.fresh()
  for (let round = 0; round < 3; round++) {
    const db = await openDatabase({ dataDir, role: 'server', log: quiet })
    const statement = { name: 'round', text: 'SELECT $1::int AS n' }
    await Promise.all(Array.from({ length: 20 }, (_, n) => db.pool.query({ ...statement, values: [n] })))
    await db.listen(
      'aviso',
      () => undefined,
      () => undefined,
    )
    await db.close()
  }
})

test('a client that dies within a transaction is rolled back and holds nobody up', async () => {
  const dataDir = folders.fresh()
  const db = await desk(dataDir)
  await db.pool.query('CREATE TABLE t (n int)')
  const command = await otherProcess('cli', dataDir)
  await command.query('BEGIN')
  await command.query('INSERT INTO t VALUES (1)')
  const waiting = db.pool.query('SELECT count(*)::int AS n FROM t')
  await command.kill()
  expect((await waiting).rows).toEqual([{ n: 0 }])
})

test('a listener hears what another process says once it is committed, on its own channel only', async () => {
  const dataDir = folders.fresh()
  const db = await desk(dataDir)
  const other = await otherProcess('cli', dataDir)
  const heard: string[] = []
  let heardLast = () => {}
  const last = new Promise<void>((resolve) => {
    heardLast = resolve
  })
  const hear = (payload: string) => (payload === 'end' ? heardLast() : heard.push(payload))
  await db.listen('Alô', hear, () => heard.push('gap'))
  await db.listen(
    'elsewhere',
    (payload) => heard.push(`elsewhere ${payload}`),
    () => undefined,
  )
  await other.query(`SELECT pg_notify('Alô', 'one')`)
  await other.query(`BEGIN; SELECT pg_notify('Alô', 'undone'); ROLLBACK`)
  await other.query(`DO $$ BEGIN PERFORM pg_notify('Alô', 'two'); END $$`)
  await db.pool.query(`NOTIFY "Alô", 'three'`)
  await other.query(`SELECT pg_notify('Alô', 'end')`)
  await last
  expect(heard).toEqual(['one', 'two', 'three'])
})

test('two processes migrate at once: each script runs once, bodies and triggers whole', async () => {
  const dataDir = folders.fresh()
  const migrations = writeMigration(join(dataDir, 'migrations'), '1_nota', FUNCTION_AND_TRIGGER)
  const db = await desk(dataDir)
  const other = await otherProcess('cli', dataDir)
  expect(await pendingMigrations(db.pool, migrations)).toEqual(['1_nota'])
  const applied = await Promise.all([
    applyMigrations(db.pool, migrations, quiet),
    applyMigrations(db.pool, migrations, quiet),
    other.migrate(migrations),
  ])
  expect(applied.flat()).toEqual(['1_nota'])
  expect(await pendingMigrations(db.pool, migrations)).toEqual([])
  await db.pool.query(`INSERT INTO nota (texto) VALUES ('Ligação')`)
  expect((await db.pool.query('SELECT busca FROM nota')).rows).toEqual([{ busca: 'ligacao' }])
})

test('a migration that fails leaves nothing, says why, and is tried again once mended', async () => {
  const dataDir = folders.fresh()
  const db = await desk(dataDir)
  const broken = 'CREATE TABLE half (n int); SELECT missing FROM half;'
  const migrations = writeMigration(join(dataDir, 'migrations'), '1_broken', broken)
  await expect(applyMigrations(db.pool, migrations, quiet)).rejects.toThrow(/1_broken/)
  expect((await db.pool.query(`SELECT to_regclass('half') AS half`)).rows).toEqual([{ half: null }])
  writeMigration(migrations, '1_broken', 'CREATE TABLE half (n int);')
  expect(await applyMigrations(db.pool, migrations, quiet)).toEqual(['1_broken'])
})
