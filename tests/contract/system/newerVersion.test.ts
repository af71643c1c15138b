import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildDesk } from '#server/app'
import { migratingAlone, pendingMigrations } from '#server/database/migrate'
import { deskName } from '#server/database/patience'
import { PatientPool } from '#server/database/pool'
import { command, settingsOf, startCommand } from '../../support/cliRun.ts'
import { startDesk, type TestDesk } from '../../support/desk.ts'
import { writeMigration } from '../../support/embedded/migrations.ts'
import { installInto } from '../../support/installation.ts'
import { ownDatabase } from '../../support/ownDatabase.ts'

/** The folder of a newer version: the same program with one more migration. */
const newer = mkdtempSync(join(tmpdir(), 'alo-newer-'))
const later = '29990101000000_later'
let desk: TestDesk

beforeAll(async () => {
  installInto(newer)
  writeMigration(join(newer, 'prisma/migrations'), later, 'CREATE TABLE later (n integer)')
  desk = await startDesk()
})
afterAll(async () => {
  await desk.stop()
  rmSync(newer, { recursive: true, force: true })
})

const commandOfNewer = (...words: string[]) =>
  startCommand(words, { env: settingsOf(desk.config), program: join(newer, 'dist/cli.js') }).ran

test('a newer version’s command migrates the database of a running desk only with --migrate', async () => {
  const refused = await commandOfNewer('user', 'list')
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain(later)
  expect(refused.err).toMatch(/Stop that desk.*--migrate/)
  expect(refused.err).not.toMatch(/^ {4}at /m)
  // The database is unchanged: a command of the desk's own version runs without a warning.
  expect(await command(desk.config, 'user', 'list')).toMatchObject({ code: 0, err: '' })

  expect(await commandOfNewer('user', 'list', '--migrate')).toMatchObject({
    code: 0,
    out: expect.stringContaining('ana'),
  })
  const old = await command(desk.config, 'user', 'list')
  expect([old.code, old.err]).toEqual([0, expect.stringContaining('newer version of Alô')])
})

test('a desk on a newer version’s database says so in its log, and runs', async () => {
  const { dataDir, databaseUrl } = desk.config
  const again = await startDesk({ dataDir, databaseUrl })
  onTestFinished(() => again.stop())
  const msg = expect.stringContaining('newer version of Alô')
  expect(again.log).toContainEqual(expect.objectContaining({ msg, unknown: [later] }))
  expect((await again.send({ path: '/readyz' })).status).toBe(200)
})

const wrongKey = { atual: Buffer.alloc(32, 9).toString('hex'), anterior: undefined }

test.each([
  {
    what: 'without its key, nor does a command',
    changes: { chaveSenhas: wrongKey, dataDir: newer },
    said: 'the keys at hand are others',
  },
  { what: 'of a demo, for real work', changes: { mode: 'production' as const }, said: 'This is a demo database' },
  { what: 'of real work, for the demo', changes: {}, real: true, said: 'holds users that are not the demo’s' },
])('a desk that refuses to start does not migrate its database: one $what', async ({ changes, real, said }) => {
  const own = await ownDatabase()
  const pool = new PatientPool(own.databaseUrl, 'tests')
  onTestFinished(async () => {
    await pool.end()
    await own.remove()
  })
  if (real) await pool.query(`DELETE FROM instalacao WHERE chave = 'demo'`)
  await pool.query(
    'DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations)',
  )
  const [lacking] = await pendingMigrations(pool)
  expect(lacking).toBeDefined()
  const { databaseUrl, dataDir } = own
  const config = { ...desk.config, databaseUrl, dataDir, ...changes }
  await expect(buildDesk(config, pino({ level: 'silent' }), null)).rejects.toThrow(said)
  expect(await pendingMigrations(pool)).toEqual([lacking])
  if (!('chaveSenhas' in changes)) return
  const exported = await command({ databaseUrl, dataDir: newer }, 'clientes', 'export')
  expect(exported).toMatchObject({ code: 1, out: '', err: expect.stringContaining('no key is at hand') })
  expect(await pendingMigrations(pool)).toEqual([lacking])
})

test('a command waits for a desk that is bringing the database up', async () => {
  const own = await ownDatabase()
  const pool = new PatientPool(own.databaseUrl, deskName)
  onTestFinished(async () => {
    await pool.end()
    await own.remove()
  })
  const { rows } = await pool.query(
    'DELETE FROM _prisma_migrations WHERE migration_name = (SELECT max(migration_name) FROM _prisma_migrations) RETURNING *',
  )
  const waiting = `SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
  const ran = await migratingAlone(pool, async () => {
    const listing = command(own, 'user', 'list')
    const waits = async () => (await pool.query(waiting)).rows[0].n
    await expect.poll(() => Promise.race([waits(), listing])).toBe(1)
    await pool.query(
      'INSERT INTO _prisma_migrations SELECT * FROM json_populate_record(null::_prisma_migrations, $1)',
      rows.map((row) => JSON.stringify(row)),
    )
    return { listing }
  })
  expect(await ran.listing).toMatchObject({ code: 0, err: '' })
})

test('a newer version’s command needs no --migrate when no desk runs', async () => {
  await desk.leave()
  writeMigration(join(newer, 'prisma/migrations'), '29990102000000_again', 'CREATE TABLE again (n integer)')
  expect((await commandOfNewer('user', 'list')).code).toBe(0)
})
