import { execFileSync, spawn } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { openDataFolder } from '#server/database/embedded/dataFolder'
import { isAbandoned } from '#server/database/embedded/lock'
import { asSomebody, type Command, command, installation } from '#server/database/embedded/programs'
import { type Embedded, startEmbedded } from '#server/database/embedded/start'
import { PatientPool } from '#server/database/pool'
import type { Log } from '#server/log'
import { dataFolders } from '../../support/embedded/dataFolders.ts'
import { ask, quiet, runningServer, serverIn } from '../../support/embedded/folders.ts'

const folders = dataFolders()
let dataDir: string
let desk: Embedded | undefined
const stopped = new Set<number>()
const said: string[] = []
const note = (facts: object, text: string) => void said.push('err' in facts ? `${text}: ${facts.err}` : text)
const noting: Log = { info: note, warn: note, error: note }

afterEach(async () => {
  for (const pid of stopped) resume(pid)
  await desk?.close()
  desk = undefined
  said.length = 0
})
afterAll(() => folders.remove())

/** Starts an embedded database with one row in it. */
async function start(more: Parameters<typeof startEmbedded>[3] = {}): Promise<{ url: string; server: number }> {
  dataDir = folders.fresh()
  desk = await startEmbedded(dataDir, 'server', noting, more)
  await ask(desk.url, 'CREATE TABLE t AS SELECT 1 AS n')
  return { url: desk.url, server: runningServer(dataDir) }
}

const rows = (url: string) => ask(url, 'SELECT n FROM t').catch((error) => String(error))

function halt(pid: number): void {
  process.kill(pid, 'SIGSTOP')
  stopped.add(pid)
}
function resume(pid: number): void {
  stopped.delete(pid)
  try {
    process.kill(pid, 'SIGCONT')
  } catch {
    // The process has ended meanwhile.
  }
}

/** Opens an idle database session. `backend` is the id of its server process. */
async function session(url: string): Promise<{ client: pg.Client; backend: number }> {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  return { client, backend: (await client.query('SELECT pg_backend_pid() AS pid')).rows[0].pid }
}

test('a killed server is started again with its data; while its folder is away no other database takes its place', async () => {
  const { url, server } = await start()
  const pool = new PatientPool(url, 'alo', undefined, 1, desk?.demand)
  onTestFinished(() => pool.end())
  const pooled = () => pool.query('SELECT n FROM t').then(({ rows }) => rows[0], String)
  process.kill(server, 'SIGKILL')
  await expect.poll(pooled).toEqual({ n: 1 })
  const second = runningServer(dataDir)
  expect(second).not.toBe(server)

  // An empty folder, as when a volume is not mounted.
  const cluster = join(dataDir, 'postgresql')
  renameSync(cluster, `${cluster}.away`)
  mkdirSync(cluster)
  process.kill(second, 'SIGKILL')
  const isTold = async () => {
    said.length = 0
    await expect.poll(() => said.join('\n')).toMatch(/does not start.*is gone from .*bring it back/)
  }
  await isTold()
  expect(readdirSync(cluster)).toEqual([])

  // A command that creates a new database in that place makes another database: the desk must not use it, now or later.
  rmdirSync(cluster)
  const command = await startEmbedded(dataDir, 'cli', quiet)
  await isTold()
  expect(await ask(url, 'SELECT 1 AS n')).toEqual({ n: 1 })
  expect(await pooled()).toMatch(/does not answer|another database stands/)
  await command.close()
  await isTold()
  expect(serverIn(dataDir)).toBe(null)
  rmSync(cluster, { recursive: true })
  renameSync(`${cluster}.away`, cluster)
  await expect.poll(pooled).toEqual({ n: 1 })
})

test('when one PostgreSQL process is killed, the same server goes on with its data, and gives no number twice', async () => {
  const { url, server } = await start()
  const { client, backend } = await session(url)
  // As a migration does it that fills its new table: in one transaction, from one sequence.
  await client.query('CREATE TABLE numbered (id serial PRIMARY KEY); INSERT INTO numbered DEFAULT VALUES')
  const insert = 'INSERT INTO numbered DEFAULT VALUES RETURNING id'
  expect((await client.query(insert)).rows).toEqual([{ id: 2 }])
  process.kill(backend, 'SIGKILL')
  await expect.poll(() => said.join('\n')).toContain('was terminated by signal 9')
  await expect.poll(() => rows(url)).toEqual({ n: 1 })
  expect(serverIn(dataDir)).toBe(server)
  expect(await ask(url, insert)).toEqual({ id: expect.any(Number) })
})

test('a server that recovers from a crash while its last process leaves is ended all the same', async () => {
  dataDir = folders.fresh()
  desk = await startEmbedded(dataDir, 'cli', quiet)
  const { client, backend } = await session(desk.url)
  const ended = new Promise((resolve) => client.once('end', resolve))
  process.kill(backend, 'SIGKILL')
  await ended
  await desk.close()
  expect(serverIn(dataDir)).toBe(null)
})

/** Makes the server's recovery fail after a crash, as a disk does that fails for a while: PostgreSQL then waits for ever. */
async function failRecovery(backend: number): Promise<void> {
  const changes = join(dataDir, 'postgresql', 'pg_wal')
  renameSync(changes, `${changes}.away`)
  process.kill(backend, 'SIGKILL')
  await expect
    .poll(() => readFileSync(join(dataDir, 'postgresql.log'), 'utf8'))
    .toContain('FATAL:  required WAL directory')
  renameSync(`${changes}.away`, changes)
}

test('a server whose recovery failed is started anew with its data, also when a command leaves it behind', async () => {
  const { url, server } = await start({ abandoned: 500 })
  // Clients that are refused leave a process behind for a moment, and a desk has many of them.
  const knocking = setInterval(() => void rows(url), 10)
  onTestFinished(() => clearInterval(knocking))
  await failRecovery((await session(url)).backend)
  await expect.poll(() => said).toContain('the embedded database hangs: it is ended, to be started anew')
  await expect.poll(() => rows(url)).toEqual({ n: 1 })
  expect(serverIn(dataDir)).not.toBe(server)
  await desk?.close()

  desk = await startEmbedded(dataDir, 'cli', quiet, { stop: 500 })
  await failRecovery((await session(desk.url)).backend)
  await desk.close()
  expect(serverIn(dataDir)).toBe(null)
})

test('a recovery under way is not taken for an abandoned one, also where an operator gave the server a name', async () => {
  const cluster = folders.fresh()
  const child = (does: string) => `(exec -a 'postgres: mesa: ${does}' sleep 120) &`
  const program = `${child('startup recovering 000000010000000000000001')} echo $!; ${child('checkpointer')} echo $!; wait`
  const server = spawn('bash', ['-c', program], { cwd: cluster, stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(() => void server.kill())
  let pids: number[] = []
  server.stdout.on('data', (said) => (pids = [...pids, ...String(said).trim().split('\n').map(Number)]))
  await expect.poll(() => pids).toHaveLength(2)
  const [startup = 0, checkpointer = 0] = pids
  onTestFinished(() => void process.kill(checkpointer))
  writeFileSync(join(cluster, 'postmaster.pid'), `${server.pid}\n`)
  const name = () => readFileSync(`/proc/${checkpointer}/cmdline`, 'utf8')
  await expect.poll(name).toContain('checkpointer')
  expect(isAbandoned(cluster)).toBe(false)
  process.kill(startup)
  await expect.poll(() => isAbandoned(cluster)).toBe(true)
})

test('a command whose server panicked says why, which its connections do not hear', async () => {
  dataDir = folders.fresh()
  desk = await startEmbedded(dataDir, 'cli', noting)
  const { client, backend } = await session(desk.url)
  // Its log of changes grows no further, as on a full disk.
  execFileSync('prlimit', [`--pid=${backend}`, '--fsize=1000000'])
  await expect(client.query(`SELECT pg_logical_emit_message(true, 'alo', repeat('x', 2000000))`)).rejects.toThrow()
  await desk.close()
  expect(said.join('\n')).toMatch(/the embedded database broke down: .*PANIC: +could not write/)
})

test('a server that hangs with all its processes is ended and started anew', async () => {
  const { url, server } = await start({ hung: 500 })
  const others = 'SELECT json_agg(pid) AS pids FROM pg_stat_activity WHERE pid <> pg_backend_pid()'
  const { pids } = z.object({ pids: z.array(z.number()).min(3) }).parse(await ask(url, others))
  for (const pid of [server, ...pids]) halt(pid)
  await expect.poll(() => said).toContain('the embedded database hangs: it is ended, to be started anew')
  await expect.poll(() => rows(url)).toEqual({ n: 1 })
  expect(serverIn(dataDir)).not.toBe(server)
})

test('a server whose socket somebody removed is started anew with its data', async () => {
  const { url, server } = await start({ abandoned: 500 })
  rmSync(join(dataDir, 'socket'), { recursive: true })
  await expect.poll(() => serverIn(dataDir), { timeout: 15_000 }).not.toBe(server)
  await expect.poll(() => rows(url)).toEqual({ n: 1 })
})

test('a server that a SIGTERM ends, and that would wait for its last client, the desk, is started anew', async () => {
  const { url, server } = await start()
  process.kill(server, 'SIGTERM')
  await expect.poll(() => serverIn(dataDir)).not.toBe(server)
  await expect.poll(() => rows(url)).toEqual({ n: 1 })
})

test('a server whose installation is gone, as after an update of several desks, is started anew from this one', async () => {
  dataDir = folders.fresh()
  const before = join(folders.home, 'before')
  mkdirSync(join(before, 'bin'), { recursive: true })
  copyFileSync(join(installation(), 'bin', 'postgres'), join(before, 'bin', 'postgres'))
  for (const name of ['lib', 'share']) symlinkSync(join(installation(), name), join(before, name))
  const folder = openDataFolder(dataDir)
  const settings = folder.settings.flatMap((setting) => ['-c', setting])
  const [, , how] = command('postgres', folder, [])
  const own: Command = [join(before, 'bin', 'postgres'), ['-D', folder.cluster, ...settings], how]
  const [program, args, as] = asSomebody(own, folder)
  const child = spawn(program, args, { ...as, stdio: 'ignore' })
  onTestFinished(() => void child.kill('SIGQUIT'))
  await expect.poll(() => rows(folder.url)).toMatch(/relation "t" does not exist/)
  rmSync(before, { recursive: true })
  desk = await startEmbedded(dataDir, 'server', noting)
  expect(serverIn(dataDir)).not.toBe(child.pid)
  await ask(desk.url, 'DO $$ BEGIN END $$')
})

test('a restart of the server waits while a process of the killed one still holds the shared memory', async () => {
  const { url, server } = await start()
  const { backend } = await session(url)
  halt(backend)
  process.kill(server, 'SIGKILL')
  const log = () => readFileSync(join(dataDir, 'postgresql.log'), 'utf8')
  await expect.poll(log).toContain('pre-existing shared memory block')
  resume(backend)
  await expect.poll(() => rows(url)).toEqual({ n: 1 })
  expect(said.filter((text) => /does not start/.test(text))).toEqual([])
})

// Five seconds after an immediate shutdown PostgreSQL itself kills processes that hang.
test('closing the database ends in spite of a hanging PostgreSQL process, and loses no data', async () => {
  const { url } = await start({ stop: 300 })
  halt((await session(url)).backend)
  await desk?.close()
  expect(said.at(-1)).toMatch(/does not end in order/)
  await expect.poll(() => serverIn(dataDir)).toBe(null)
  desk = await startEmbedded(dataDir, 'server', noting)
  expect(await rows(url)).toEqual({ n: 1 })
})

test('PostgreSQL’s messages are logged without what clients sent, and its durability settings are all on', async () => {
  const { url } = await start()
  const { client, backend } = await session(url)
  for (const bad of [`SELECT 'segredo'::int`, `SELECT 'segredo' FROM nowhere`])
    await client.query(bad).catch(() => undefined)
  client.query(`SELECT 'segredo', pg_sleep(60)`).catch(() => undefined)
  const asleep = () => ask(url, `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event = 'PgSleep'`)
  await expect.poll(asleep).toEqual({ n: 1 })
  process.kill(backend, 'SIGKILL')
  await expect.poll(() => said.join('\n')).toContain('all server processes terminated')
  await expect.poll(() => rows(url)).toEqual({ n: 1 })
  expect(said.join('\n') + readFileSync(join(dataDir, 'postgresql.log'), 'utf8')).not.toContain('segredo')

  const names = ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'restart_after_crash']
  const { set } = await ask(
    url,
    `SELECT json_object_agg(name, setting) AS set FROM pg_settings WHERE name IN ('${names.join("','")}')`,
  )
  expect(set).toEqual(Object.fromEntries(names.map((name) => [name, 'on'])))
  expect(await ask(url, 'SHOW TimeZone')).toEqual({ TimeZone: 'UTC' })
  expect(await ask(url, `SELECT upper('ção') AS up, current_setting('server_encoding') AS code`)).toEqual({
    up: 'ÇÃO',
    code: 'UTF8',
  })
})
