import { cpSync, existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { type Embedded, startEmbedded } from '#server/database/embedded/start'
import { AnotherProcess } from '../../support/embedded/anotherProcess.ts'
import { dataFolders } from '../../support/embedded/dataFolders.ts'
import { ask, quiet, runningServer, serverIn } from '../../support/embedded/folders.ts'

const folders = dataFolders()
const running = new Set<Embedded>()
afterEach(async () => {
  for (const each of running) await stop(each)
})
afterAll(() => folders.remove())

async function start(dataDir: string, role: 'server' | 'cli' = 'server'): Promise<Embedded> {
  const started = await startEmbedded(dataDir, role, quiet)
  running.add(started)
  return started
}
async function stop(embedded: Embedded): Promise<void> {
  running.delete(embedded)
  await embedded.close()
}

describe('several processes on one data folder', () => {
  test('share one PostgreSQL server, which the last one to leave stops', async () => {
    // PostgreSQL's settings would part two folders at the comma.
    const dataDir = folders.fresh('Alô, "um"')
    const [first, second, command] = [await start(dataDir), await start(dataDir), await start(dataDir, 'cli')]
    const server = serverIn(dataDir)
    await stop(first)
    await stop(command)
    expect(await ask(second.url, 'SELECT 1 AS n')).toEqual({ n: 1 })
    expect(serverIn(dataDir)).toBe(server)
    await stop(second)
    expect(serverIn(dataDir)).toBe(null)
  })

  test('leave no server running when all leave at once', async () => {
    const dataDir = folders.fresh()
    const all = [await start(dataDir), await start(dataDir, 'cli'), await start(dataDir)]
    await Promise.all(all.map(stop))
    expect(serverIn(dataDir)).toBe(null)
  })

  test('get a working server, even if one starts while the last one leaves', async () => {
    const dataDir = folders.fresh()
    let last = await start(dataDir)
    for (let round = 0; round < 5; round++) {
      const leaving = stop(last)
      last = await start(dataDir)
      await leaving
      expect(await ask(last.url, 'SELECT 1 AS n')).toEqual({ n: 1 })
    }
  })

  test('make one database when two of them start for the first time at once', async () => {
    const dataDir = folders.none()
    const desks = await Promise.all([AnotherProcess.open('server', dataDir), AnotherProcess.open('server', dataDir)])
    const since = await Promise.all(desks.map((desk) => desk.query('SELECT pg_postmaster_start_time()::text')))
    expect(since[0]).toEqual(since[1])
    expect(readdirSync(dataDir).filter((name) => name.includes('draft'))).toEqual([])
    for (const desk of desks) await desk.close()
    expect(serverIn(dataDir)).toBe(null)
  })
})

describe('the embedded server that a new process finds', () => {
  test('is used with every committed row when its desk was killed, and stopped by the new process', async () => {
    const dataDir = folders.fresh()
    const victim = await AnotherProcess.open('server', dataDir)
    await victim.query('CREATE TABLE t (n int)')
    for (let n = 0; n < 20; n++) await victim.query('INSERT INTO t VALUES ($1)', [n])
    const server = serverIn(dataDir)
    await victim.kill()
    const next = await start(dataDir)
    expect(serverIn(dataDir)).toBe(server)
    expect(await ask(next.url, 'SELECT count(*)::int AS n FROM t')).toEqual({ n: 20 })
    await stop(next)
    expect(serverIn(dataDir)).toBe(null)
  })

  test('is ended when it is shutting down and a client stays, and then started anew', async () => {
    const dataDir = folders.fresh()
    const first = await start(dataDir)
    const guest = new pg.Client(first.url)
    guest.on('error', () => undefined)
    await guest.connect()
    const server = runningServer(dataDir)
    // A smart shutdown: PostgreSQL refuses new clients and ends after its last one. The first desk is a client too.
    process.kill(server, 'SIGTERM')
    const refused = () => ask(first.url, 'SELECT 1').catch(({ code }) => code)
    await expect.poll(refused).toBe('57P03')
    const next = start(dataDir)
    await stop(first)
    expect(await ask((await next).url, 'SELECT 1 AS n')).toEqual({ n: 1 })
    expect(serverIn(dataDir)).not.toBe(server)
  })
})

describe('a data folder whose path is too long for a socket', () => {
  const deep = (name: string) => join(name, 'a'.repeat(60), 'b'.repeat(60))

  test('lets a process with another TMPDIR find the same database', async () => {
    const dataDir = folders.fresh(deep('deep'))
    const first = await start(dataDir)
    await ask(first.url, 'CREATE TABLE here (n int)')
    const other = await AnotherProcess.open('cli', dataDir, { env: { TMPDIR: folders.home } })
    expect(await other.query('SELECT count(*)::int AS n FROM here')).toEqual([{ n: 0 }])
    await other.close()
  })

  test('works after a move to such a path and back, also when the socket’s folder was deleted', async () => {
    const [dataDir, moved] = [folders.fresh(), join(folders.home, deep('moved'))]
    await stop(await start(dataDir))
    mkdirSync(dirname(moved), { recursive: true })
    renameSync(dataDir, moved)
    await stop(await start(moved))
    rmSync(realpathSync(join(moved, 'socket')), { recursive: true })
    renameSync(moved, dataDir)
    await stop(await start(dataDir))
  })

  test('is refused after a move while a killed desk’s server runs on, and works again once moved back', async () => {
    const [dataDir, moved] = [folders.fresh(), join(folders.home, deep('under'))]
    const desk = await AnotherProcess.open('server', dataDir)
    const server = runningServer(dataDir)
    await desk.kill()
    mkdirSync(dirname(moved), { recursive: true })
    renameSync(dataDir, moved)
    await expect(start(moved)).rejects.toThrow(`(process ${server}) runs on. End that one (kill -INT ${server})`)
    renameSync(moved, dataDir)
    const back = await start(dataDir)
    // PostgreSQL notices the killed desk's end in its own time, and until then that desk counts as at work.
    const atWork = "SELECT count(*)::int AS n FROM pg_locks WHERE locktype = 'advisory' AND objid = 720110544"
    await expect.poll(() => ask(back.url, atWork)).toEqual({ n: 1 })
    await stop(back)
    expect(serverIn(dataDir)).toBe(null)
  })

  test('has its own server when it is a copy, not the server of the original', async () => {
    const dataDir = folders.fresh(deep('original'))
    const copy = join(folders.home, deep('copy'))
    const original = await start(dataDir)
    await ask(original.url, 'CREATE TABLE here (n int)')
    await ask(original.url, 'CHECKPOINT')
    cpSync(dataDir, copy, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.includes('.s.PGSQL') })
    const copied = await start(copy)
    await ask(copied.url, 'DROP TABLE here')
    expect(await ask(original.url, `SELECT to_regclass('here')::text AS name`)).toEqual({ name: 'here' })
    expect(realpathSync(join(copy, 'socket'))).not.toBe(realpathSync(join(dataDir, 'socket')))
  })
})

test('a moved data folder is refused while its desk runs; after the desk was killed it gets a new server', async () => {
  const [before, now] = [folders.fresh(), folders.none()]
  const desk = await AnotherProcess.open('server', before)
  await desk.query('CREATE TABLE t AS SELECT 1 AS n')
  const server = runningServer(before)
  renameSync(before, now)
  const refused = new RegExp(`${now} was moved while .* knows it as ${before} \\(PostgreSQL is process ${server}\\)`)
  await expect(start(now)).rejects.toThrow(refused)
  await desk.kill()
  const moved = `postgresql://postgres@localhost/postgres?host=${join(now, 'socket')}`
  const guards = `SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'alo guarda'`
  await expect.poll(() => ask(moved, guards)).toEqual({ n: 0 })
  const { url } = await start(now)
  expect(await ask(url, `SELECT n, current_setting('data_directory') AS place FROM t`)).toEqual({
    n: 1,
    place: join(now, 'postgresql'),
  })
  expect(runningServer(now)).not.toBe(server)
  expect(existsSync(before)).toBe(false)
})

test('over a port with a password, as on Windows, all processes share one server, and a wrong password is refused', async () => {
  const dataDir = folders.none()
  const first = await startEmbedded(dataDir, 'server', quiet, { loopback: true })
  const second = await startEmbedded(dataDir, 'cli', quiet, { loopback: true })
  expect(await ask(second.url, 'SELECT 1 AS n')).toEqual({ n: 1 })
  const without = new URL(second.url)
  without.password = 'guessed'
  await expect(ask(without.href, 'SELECT 1')).rejects.toMatchObject({ code: '28P01' })
  expect(existsSync(join(dataDir, 'socket'))).toBe(false)
  await first.close()
  await second.close()
  expect(serverIn(dataDir)).toBe(null)
})
