import { spawnSync } from 'node:child_process'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/database/database'
import { openDatabase } from '#server/database/open'
import { EmbeddedPool } from '#server/database/pool'
import { dataFolders, quiet } from '../support/embedded/folders.ts'
import { findOrInstallPostgres } from '../support/postgres/binaries.ts'

/** Guests on the embedded database's socket, as psql and pg_dump are: what one says of its session stays its own. */
let folders: Awaited<ReturnType<typeof dataFolders>>
let desk: Database
let sockets: string
const guests: pg.Client[] = []

beforeAll(async () => {
  folders = await dataFolders()
  desk = await openDatabase({ dataDir: folders.fresh(), role: 'server', log: quiet })
  if (!(desk.pool instanceof EmbeddedPool)) throw new Error('this is about the embedded database')
  sockets = desk.pool.sockets
  await desk.pool.query('CREATE TABLE t (n int); CREATE ROLE reader; GRANT SELECT ON t TO reader')
})
afterEach(async () => {
  for (const guest of guests.splice(0)) await guest.end()
})
afterAll(async () => {
  await desk.close()
  folders.remove()
})

async function guest(): Promise<pg.Client> {
  const client = new pg.Client({ host: sockets, user: 'postgres', database: 'postgres' })
  await client.connect()
  guests.push(client)
  return client
}

const one = async (client: pg.Client | pg.Pool, sql: string) =>
  Object.values((await client.query(sql)).rows[0] ?? {})[0]

/** Settings, role, and what is listened to, as a client finds them. */
const sessionOf = async (client: pg.Client | pg.Pool) => [
  await one(
    client,
    `SELECT string_agg(name || '=' || setting, ' ') FROM pg_settings WHERE source = 'session' AND name NOT LIKE 'transaction%'`,
  ),
  await one(client, 'SELECT session_user || current_user::text'),
  await one(client, 'SELECT current_schemas(false)::text'),
  await one(client, 'SHOW TimeZone'),
]
const untouched = [null, 'postgrespostgres', '{public}', 'UTC']

// What pg_dump says as soon as it is connected.
const pgDump = [
  `SELECT pg_catalog.set_config('search_path', '', false)`,
  `SET client_encoding = 'LATIN1'`,
  'SET DATESTYLE = ISO; SET INTERVALSTYLE = POSTGRES; SET extra_float_digits TO 3',
  'SET synchronize_seqscans TO off; SET statement_timeout = 0; SET lock_timeout = 0',
  'SET row_security = off',
  'BEGIN',
  'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY',
  'COMMIT',
]

test.each([
  ['what pg_dump says', pgDump],
  ['a time zone', [`SET TIME ZONE 'America/Sao_Paulo'`]],
  ['what stands after a comment', [`/* ; */ -- x\n SET search_path TO pg_catalog`]],
  ['what a transaction commits', ['BEGIN', `SET TimeZone TO 'Asia/Tokyo'`, 'COMMIT']],
  ['characteristics', ['SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY']],
  ['a role', ['SET ROLE reader']],
  ['a user', ['SET SESSION AUTHORIZATION reader']],
  ['a body', [`DO $$ BEGIN PERFORM set_config('TimeZone', 'Asia/Tokyo', false); END $$`]],
  ['the settings’ view', [`UPDATE pg_settings SET setting = 'Asia/Tokyo' WHERE name = 'TimeZone'`]],
])('%s stays with the guest that said it', async (_, said) => {
  const [speaker, other] = [await guest(), await guest()]
  for (const sql of said) await speaker.query(sql)
  const own = await sessionOf(speaker)
  expect(own).not.toEqual(untouched)
  expect(await sessionOf(other)).toEqual(untouched)
  expect(await sessionOf(desk.pool)).toEqual(untouched)
  expect(await sessionOf(speaker)).toEqual(own)
})

test('a prepared set_config changes its own client each time, with values that need quoting', async () => {
  const [speaker, other] = [await guest(), await guest()]
  const say = (value: string) =>
    speaker.query({ name: 'say', text: `SELECT set_config('alo.who', $1, false)`, values: [value] })
  for (const value of [`d'Ávila \\ "x"`, 'two']) {
    await say(value)
    expect(await one(other, `SELECT coalesce(current_setting('alo.who', true), '')`)).toBe('')
    expect(await one(speaker, `SELECT current_setting('alo.who')`)).toBe(value)
  }
})

test('two guests with settings of their own take turns and never meet', async () => {
  const zones = ['Asia/Tokyo', 'America/Sao_Paulo', 'Europe/Lisbon']
  const speakers = await Promise.all(
    zones.map(async (zone) => {
      const speaker = await guest()
      await speaker.query(`SET TimeZone TO '${zone}'`)
      return speaker
    }),
  )
  for (let round = 0; round < 10; round++) {
    expect(await Promise.all([...speakers, desk.pool].map((each) => one(each, 'SHOW TimeZone')))).toEqual([
      ...zones,
      'UTC',
    ])
  }
})

test('a setting that a transaction takes back is gone, and a guest that leaves takes its own along', async () => {
  const speaker = await guest()
  await speaker.query(`BEGIN; SET TimeZone TO 'Asia/Tokyo'; ROLLBACK`)
  expect(await sessionOf(speaker)).toEqual(untouched)
  await speaker.query(`SET TimeZone TO 'Asia/Tokyo'; SET ROLE reader`)
  await guests.splice(0)[0]?.end()
  expect(await sessionOf(desk.pool)).toEqual(untouched)
})

test('DISCARD ALL, DEALLOCATE ALL and RESET ALL clear the sender and nobody else', async () => {
  const [speaker, other] = [await guest(), await guest()]
  for (const each of [speaker, other]) {
    await each.query(`SET TimeZone TO 'Asia/Tokyo'`)
    await each.query('PREPARE dumpFunc (int) AS SELECT $1 + 1 AS n')
    await each.query({ name: 'named', text: 'SELECT 1 AS n' })
  }
  const { command } = await speaker.query('DEALLOCATE ALL')
  expect(command).toBe('DEALLOCATE')
  await expect(speaker.query('EXECUTE dumpfunc(1)')).rejects.toThrow('does not exist')
  expect(await one(speaker, 'SHOW TimeZone')).toBe('Asia/Tokyo')
  await speaker.query('RESET ALL')
  expect(await sessionOf(speaker)).toEqual(untouched)
  await speaker.query('SET ROLE reader')
  expect((await speaker.query('DISCARD ALL')).command).toBe('DISCARD')
  expect(await sessionOf(speaker)).toEqual(untouched)
  expect(await one(other, 'SHOW TimeZone')).toBe('Asia/Tokyo')
  expect(await one(other, 'EXECUTE DUMPFUNC(1)')).toBe(2)
  expect((await other.query({ name: 'named', text: 'SELECT 1 AS n' })).rows).toEqual([{ n: 1 }])
  await speaker.query('PREPARE dumpFunc AS SELECT 7 AS n')
  expect(await one(speaker, 'EXECUTE dumpFunc')).toBe(7)
  await other.query('DEALLOCATE dumpfunc')
  await expect(other.query('EXECUTE dumpfunc(1)')).rejects.toThrow('does not exist')
  await speaker.query('BEGIN')
  await expect(speaker.query('DISCARD ALL')).rejects.toThrow('transaction block')
  await speaker.query('ROLLBACK')
})

test('who listens hears its own channels only; UNLISTEN is the sender’s alone', async () => {
  const [first, second] = [await guest(), await guest()]
  const heard: string[] = []
  first.on('notification', ({ channel, payload }) => heard.push(`first ${channel} ${payload}`))
  second.on('notification', ({ channel, payload }) => heard.push(`second ${channel} ${payload}`))
  await first.query('LISTEN "Água"; LISTEN plain')
  await second.query('LISTEN PLAIN')
  await desk.pool.query(`SELECT pg_notify('Água', '1'), pg_notify('plain', '2')`)
  await first.query('UNLISTEN plain')
  await desk.pool.query(`NOTIFY plain, '3'`)
  await first.query('UNLISTEN *')
  await desk.pool.query(`SELECT pg_notify('Água', '4'), pg_notify('plain', '5')`)
  for (const each of [first, second]) await each.query('SELECT 1')
  expect(heard.filter((line) => line.startsWith('first'))).toEqual(['first Água 1', 'first plain 2'])
  expect(heard.filter((line) => line.startsWith('second'))).toEqual([2, 3, 5].map((n) => `second plain ${n}`))
})

test.each([
  ['SELECT pg_advisory_lock(1)', /pg_advisory_xact_lock/],
  ['SELECT pg_try_advisory_lock(1, 2)', /pg_advisory_xact_lock/],
  ['CREATE TEMP TABLE mine (n int)', /ON COMMIT DROP/],
  ['SELECT 1 AS n INTO TEMPORARY mine', /ON COMMIT DROP/],
  ['CREATE TABLE pg_temp.mine (n int)', /ON COMMIT DROP/],
  ['COPY t FROM STDIN', /INSERT/],
  ['COPY t (n) FROM stdin WITH (FORMAT csv)', /INSERT/],
  ['BEGIN; DECLARE c CURSOR WITH HOLD FOR SELECT 1; COMMIT', /WITH HOLD/],
  ['SELECT pg_terminate_backend(pg_backend_pid())', /end them all/],
  ['SELECT 1; DISCARD ALL', /sent alone/],
  [`CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ SELECT set_config('TimeZone', 'Asia/Tokyo', false) $$`, /body/],
  ['DO $$ BEGIN CREATE TEMP TABLE mine (n int); END $$', /body/],
])('%s is refused in a sentence, and nobody is hurt', async (sql, told) => {
  const [speaker, other] = [await guest(), await guest()]
  await expect(speaker.query(sql)).rejects.toMatchObject({ code: '0A000', message: expect.stringMatching(told) })
  await expect(speaker.query({ name: 'x', text: sql })).rejects.toThrow()
  expect(await one(speaker, 'SELECT 1')).toBe(1)
  expect(await sessionOf(other)).toEqual(untouched)
  await speaker.query('BEGIN')
  await expect(speaker.query(sql)).rejects.toMatchObject({ code: '0A000' })
  await expect(speaker.query('SELECT 1')).rejects.toThrow('aborted')
  await speaker.query('ROLLBACK')
})

test('what only looks like it is left alone', async () => {
  const speaker = await guest()
  await speaker.query(`INSERT INTO t SELECT 1 WHERE 'SET; DISCARD ALL; pg_advisory_lock' <> '' -- ; COPY t FROM STDIN`)
  await speaker.query('BEGIN; CREATE TEMP TABLE mine (n int) ON COMMIT DROP; SELECT pg_advisory_xact_lock(1); COMMIT')
  await speaker.query('UPDATE t SET n = 2; SELECT n AS temp, n AS "set" FROM t')
  expect(await sessionOf(speaker)).toEqual(untouched)
})

test('psql and pg_dump come and go, and the desk’s own session is as it was', async () => {
  const bin = findOrInstallPostgres(() => undefined)
  const run = (program: string, ...args: string[]) =>
    new Promise<string>((resolve) => {
      const { stdout, stderr } = spawnSync(
        `${bin}/${program}`,
        ['-h', sockets, '-U', 'postgres', ...args, 'postgres'],
        {
          encoding: 'utf8',
          timeout: 20_000,
        },
      )
      resolve(stdout + stderr)
    })
  const script = `SET search_path = ''; SET ROLE reader; SELECT current_user, count(*) FROM public.t`
  expect(await run('psql', '-At', '-c', script)).toContain('reader|')
  expect(await run('psql', '-At', '-c', '\\d public.t')).toContain('n|integer')
  expect(await run('psql', '-c', '\\copy public.t FROM /dev/null')).toContain('takes no COPY FROM STDIN')
  await run('pg_dump') // of another version it refuses to go on, after its first settings
  expect(await sessionOf(desk.pool)).toEqual(untouched)
})
