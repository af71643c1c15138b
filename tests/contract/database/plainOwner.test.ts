import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { bringUpToDate, pendingMigrations } from '#server/database/migrate'
import { openDatabase } from '#server/database/open'
import { ownClient } from '#server/database/pool'
import { demoToken } from '#server/demo/accounts'
import { type Place, runCommand, settingsOf } from '../../support/cliRun.ts'
import { startDesk } from '../../support/desk.ts'
import { ask, quiet } from '../../support/embedded/folders.ts'
import { emptyDatabase, ownDatabase, serverOf, throughPort } from '../../support/ownDatabase.ts'
import { portOf } from '../../support/portOf.ts'
import { freePort, startRefused } from '../../support/process.ts'
import { listPath } from '../cliente/listServer.ts'

async function obey(url: string, sql: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

/**
 * Creates an empty database whose owner is not a superuser, and opens it as that role. `settings` is SQL about the
 * role.
 */
async function ownedDatabase(settings = (_role: string) => '') {
  const { databaseUrl, remove } = await emptyDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'alo-owner-'))
  const own = new URL(databaseUrl)
  const name = own.pathname.slice(1)
  own.username = `owner_of_${name}`
  const { url } = inject('base')
  await obey(url, `CREATE ROLE ${own.username} LOGIN; ALTER DATABASE ${name} OWNER TO ${own.username}`)
  await obey(databaseUrl, settings(own.username))
  const place = { databaseUrl: own.href, dataDir }
  const database = await openDatabase({ ...place, log: quiet, role: 'server' })
  onTestFinished(async () => {
    await database.close()
    await remove()
    await obey(url, `DROP ROLE ${own.username}`)
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { ...place, ...database }
}

/** The uncompressed text of a backup; '' if the command fails. */
async function backupOf(place: Place): Promise<string> {
  const { code, out } = await runCommand(['backup', '-'], { env: settingsOf(place), encoding: 'latin1' })
  return code === 0 ? gunzipSync(Buffer.from(out, 'latin1')).toString() : ''
}

test('a role that owns its database and is no superuser can migrate it and delete old record entries', async () => {
  const { pool } = await ownedDatabase()
  const { rows } = await pool.query('SELECT rolsuper FROM pg_roles WHERE rolname = current_user')
  expect(rows).toEqual([{ rolsuper: false }])
  await bringUpToDate(pool, quiet)
  expect(await pendingMigrations(pool)).toEqual([])
  await pool.query(`INSERT INTO auditoria (acao, quando) VALUES ('antes', '2020-01-01'), ('agora', now())`)
  expect((await pool.query('SELECT esquecer_auditoria(now(), 100) AS n')).rows).toEqual([{ n: 1 }])
  await expect(pool.query('DELETE FROM auditoria')).rejects.toThrow('append-only')
})

test('lists and backups write dates year first, even when the database’s DateStyle is day first', async () => {
  const own = await ownDatabase()
  onTestFinished(own.remove)
  await obey(
    own.databaseUrl,
    `ALTER DATABASE ${new URL(own.databaseUrl).pathname.slice(1)} SET datestyle TO 'SQL, DMY'`,
  )
  const desk = await startDesk(own)
  onTestFinished(() => desk.stop())
  expect((await desk.notify({ ramal: 101, id_cliente: 1 })).status).toBe(200)
  expect((await desk.cancel({ ramal: 101, id_cliente: 1 })).status).toBe(200)
  const { text } = await desk.send({ path: listPath, authorization: demoToken })
  const days = [...text.matchAll(/"data_cadastro": *"([^"]*)"/g)].map(([, day]) => day)
  expect(days.length).toBeGreaterThan(0)
  for (const day of days) expect(day).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  const backup = await backupOf(own)
  expect(backup).toContain('"data_cadastro":"20')
  expect(backup).not.toMatch(/:"\d{2}\/\d{2}\/\d{4}/)
})

test('the desk makes its tables in the schema public, even when the role has a schema of its own name', async () => {
  // Some hosting providers keep extensions in a separate schema, which only the role's search path names.
  const own = await ownedDatabase(
    (
      role,
    ) => `CREATE SCHEMA AUTHORIZATION ${role}; CREATE SCHEMA extensions; GRANT USAGE ON SCHEMA extensions TO ${role};
      CREATE EXTENSION pg_trgm SCHEMA extensions; ALTER ROLE ${role} SET search_path TO "$user", public, extensions`,
  )
  await bringUpToDate(own.pool, quiet)
  expect(await pendingMigrations(own.pool)).toEqual([])
  await own.prisma.auditoria.create({ data: { acao: 'entrou' } })
  expect(await backupOf(own)).toContain('"acao":"entrou"')
  const elsewhere = `SELECT oid::regclass FROM pg_class WHERE relnamespace = to_regnamespace(current_user::text)`
  expect((await own.pool.query(elsewhere)).rows).toEqual([])
})

test('a start and a restore refuse a database that is not UTF-8, and create nothing in it', async () => {
  const { databaseUrl, remove } = await emptyDatabase(
    `TEMPLATE template0 ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'`,
  )
  const full = await ownDatabase()
  onTestFinished(async () => void (await Promise.all([remove(), full.remove()])))
  const place = { dataDir: full.dataDir, databaseUrl }
  const refused = expect.stringContaining("ENCODING 'UTF8'")
  expect(await startRefused({ ...settingsOf(place), PORT: `${await freePort()}` })).toMatchObject({
    code: 1,
    output: refused,
  })
  const { out } = await runCommand(['backup', '-'], { env: settingsOf(full), encoding: 'latin1' })
  const stdin = Buffer.from(out, 'latin1')
  expect(await runCommand(['restore', '-'], { env: settingsOf(place), stdin })).toMatchObject({ code: 1, err: refused })
  expect(await ask(databaseUrl, `SELECT count(*)::int AS n FROM pg_tables WHERE schemaname = 'public'`)).toEqual({
    n: 0,
  })
})

/** Stands before the database as a pooler in transaction mode: a client that begins one changes its session. */
async function transactionPooler(url: string): Promise<string> {
  const clients: Socket[] = []
  const sessions: Socket[] = []
  const pooler = createServer((client) => {
    const session = connect(serverOf(url))
    const at = clients.push(client) - 1
    sessions.push(session)
    client.on('data', (said) => {
      if (said.includes('BEGIN')) sessions.unshift(...sessions.splice(-1))
      sessions[at]?.write(said)
    })
    session.on('data', (said) => clients[sessions.indexOf(session)]?.write(said))
    for (const end of [client, session]) end.on('error', () => undefined)
    client.once('close', () => sessions[at]?.end())
  }).listen(0, '127.0.0.1')
  await once(pooler, 'listening')
  onTestFinished(() => void pooler.close())
  return throughPort(url, portOf(pooler))
}

test('a start refuses a pooler in transaction mode, and creates nothing in the database behind it', async () => {
  const { databaseUrl, remove } = await emptyDatabase()
  onTestFinished(remove)
  const place = {
    dataDir: mkdtempSync(join(tmpdir(), 'alo-pooled-')),
    databaseUrl: await transactionPooler(databaseUrl),
  }
  onTestFinished(() => rmSync(place.dataDir, { recursive: true, force: true }))
  expect(await startRefused({ ...settingsOf(place), PORT: `${await freePort()}` })).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^Alô did not start\. A pooler in transaction mode does not do .*session mode\.$/m),
  })
  expect(await ask(databaseUrl, `SELECT count(*)::int AS n FROM pg_tables WHERE schemaname = 'public'`)).toEqual({
    n: 0,
  })
})

test('a role for which no trigger acts is refused by the setting’s name; a superuser’s connections do without it', async () => {
  const own = await ownedDatabase((role) => `ALTER ROLE ${role} SET session_replication_role TO replica`)
  await expect(own.pool.query('SELECT 1')).rejects.toThrow(/session_replication_role/)
  await ask(inject('base').url, `ALTER ROLE ${new URL(own.databaseUrl).username} SUPERUSER`)
  const set = `SELECT current_setting('session_replication_role') AS role`
  expect((await own.pool.query(set)).rows).toEqual([{ role: 'origin' }])
})

test('timeouts and other settings of the database role do not affect the desk’s connections', async () => {
  const own = await ownedDatabase(
    (role) =>
      `ALTER ROLE ${role} SET idle_in_transaction_session_timeout TO 1; ALTER ROLE ${role} SET lock_timeout TO 1;
       ALTER ROLE ${role} SET default_transaction_isolation TO 'serializable'; ALTER ROLE ${role} SET standard_conforming_strings TO off;
       ALTER ROLE ${role} SET transaction_timeout TO '1min'; ALTER ROLE ${role} SET extra_float_digits TO 0;
       ALTER ROLE ${role} SET quote_all_identifiers TO on`,
  )
  const set = `SELECT current_setting('transaction_isolation') AS isolation, length('\\s') AS letters,
    current_setting('transaction_timeout') AS timeout, (0.1::float8 + 0.2)::text AS sum, 'pg_class'::regclass::text AS name`
  expect((await own.pool.query(set)).rows).toEqual([
    { isolation: 'read committed', letters: 2, timeout: '0', sum: '0.30000000000000004', name: 'pg_class' },
  ])
  await bringUpToDate(own.pool, quiet)
  await own.pool.query(`INSERT INTO auditoria (acao) VALUES ('entrou')`)
  expect(await backupOf(own)).toContain('"acao":"entrou"')
  const [holder, waiter] = [await ownClient(own.pool), await ownClient(own.pool)]
  onTestFinished(async () => void (await Promise.all([holder.end(), waiter.end()])))
  await holder.query('SELECT pg_advisory_lock(1)')
  const waited = waiter.query('SELECT pg_advisory_lock(1)')
  const waiting = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`
  await expect.poll(async () => (await own.pool.query(waiting)).rows).toEqual([{ n: 1 }])
  await holder.query('SELECT pg_advisory_unlock(1)')
  await waited
})
