import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDataFolder } from '#server/database/embedded/dataFolder'
import { LockHeldError, takeLock } from '#server/database/embedded/lock'
import { ownIdentity } from '#server/database/embedded/processIdentity'
import { openDatabase } from '#server/database/open'
import { AnotherProcess } from '../support/embedded/anotherProcess.ts'
import { quiet } from '../support/embedded/folders.ts'
import { unprivileged } from '../support/postgres/binaries.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'alo-lock-'))
  file = join(folder, 'alo.lock')
})

const PATIENCE_MS = 600
const taken: (() => void)[] = []
afterEach(() => {
  for (const release of taken.splice(0)) release()
  rmSync(folder, { recursive: true, force: true })
})

async function take(): Promise<() => void> {
  const { release } = await takeLock(file, 'server', folder, PATIENCE_MS)
  taken.push(release)
  return release
}

const ownerIn = (path: string) => JSON.parse(readFileSync(path, 'utf8').split('\n')[0] ?? '')

function leaveLock(owner: object): void {
  const left = { ...ownIdentity(), role: 'server', since: '2026-01-01T00:00:00.000Z', sockets: folder, ...owner }
  writeFileSync(file, `${JSON.stringify(left)}\n`)
}

test('a living owner is named, and keeps the lock', async () => {
  const release = await take()
  await expect(take()).rejects.toMatchObject({ name: 'LockHeldError', owner: { pid: process.pid, role: 'server' } })
  release()
  expect(existsSync(file)).toBe(false)
})

test('the lock of a process that is gone is taken over', async () => {
  const child = spawn(process.execPath, ['-e', ''])
  const { pid } = child
  await once(child, 'exit')
  leaveLock({ pid, startTicks: null })
  await take()
  expect(ownerIn(file).pid).toBe(process.pid)
})

test('a process number given to somebody else since is recognised', async () => {
  leaveLock({ startTicks: '1' })
  await take()
})

test('a lock from before the machine was restarted is taken over', async () => {
  leaveLock({ machine: 'another boot' })
  await take()
})

test('a lock file torn by a power cut is taken over', async () => {
  writeFileSync(file, '{"pid":')
  await take()
})

test('of many who find a dead owner only one gets the lock, and no litter stays', async () => {
  leaveLock({ startTicks: '1' })
  const results = await Promise.allSettled(Array.from({ length: 20 }, take))
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused.map((result) => result.reason)).toEqual(Array(19).fill(expect.any(LockHeldError)))
  expect(readdirSync(folder)).toEqual(['alo.lock'])
})

test('giving back a lock that was taken over meanwhile leaves the new one alone', async () => {
  const release = await take()
  leaveLock({ startTicks: '1' })
  release()
  expect(existsSync(file)).toBe(true)
})

/** A holder in another container: its process number says nothing here, and its socket does not answer yet. */
function leaseFromElsewhere(beat: number): void {
  leaveLock({ machine: 'another container', id: 'theirs' })
  appendFileSync(file, `${beat}\n`)
}

test('a holder elsewhere that renews its lease keeps the lock, though no socket answers', async () => {
  leaseFromElsewhere(1)
  let beat = 1
  const renewing = setInterval(() => leaseFromElsewhere(++beat), 100)
  await expect(take()).rejects.toMatchObject({ name: 'LockHeldError', owner: { machine: 'another container' } })
  clearInterval(renewing)
  await take()
  expect(ownerIn(file).pid).toBe(process.pid)
})

test('a lease is renewed while the main loop does nothing else, and stands again when the file was removed', async () => {
  await take()
  const lines = () => readFileSync(file, 'utf8').split('\n')
  const [mine, before] = lines()
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500)
  expect(lines()[0]).toBe(mine)
  expect(Number(lines()[1])).toBeGreaterThan(Number(before))
  rmSync(file)
  await expect.poll(() => existsSync(file) && lines()[0], { timeout: 20_000 }).toBe(mine)
})

test('a process whose lease was taken ends at once, and says so', async () => {
  const holder = new AnotherProcess('server', folder, { stderr: 'pipe' })
  let said = ''
  holder.child.stderr?.on('data', (piece) => {
    said += piece
  })
  const gone = once(holder.child, 'exit')
  await expect.poll(() => existsSync(file), { timeout: 40_000 }).toBe(true)
  leaseFromElsewhere(1)
  expect((await gone)[1]).toBe('SIGKILL')
  expect(said).toMatch(/alo\.lock is not its own any more/)
  expect(ownerIn(file).id).toBe('theirs')
})

test('a lock that cannot be read is told, with whose it is and what to do', async () => {
  mkdirSync(file) // which not even root can read as a file
  await expect(take()).rejects.toThrow(/alo\.lock cannot be used \(EISDIR\).*belongs to .*chown -R/)
})

test('a database of another user is told, with whose it is and what to do', async () => {
  const cluster = join(folder, 'postgres')
  mkdirSync(cluster)
  chmodSync(folder, 0o777)
  const { uid, gid } = unprivileged()
  chmodSync(cluster, 0)
  const program = `
    const { openDataFolder } = await import(${JSON.stringify(new URL('../../server/database/embedded/dataFolder.ts', import.meta.url).href)})
    try { openDataFolder(process.argv[1]) } catch (error) { console.log(error.message) }`
  const child = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program, folder], {
    ...(uid !== undefined && { uid }),
    ...(gid !== undefined && { gid }),
    encoding: 'utf8',
  })
  chmodSync(cluster, 0o700)
  expect(child.stdout).toMatch(/postgres cannot be used \(EACCES\).*belongs to .*chown -R/)
})

test('below a folder open to all, nothing of a new database is open to anybody but its owner', async () => {
  chmodSync(folder, 0o755)
  const umask = process.umask(0)
  const db = await openDatabase({ dataDir: folder, role: 'server', log: quiet })
  try {
    await db.pool.query('CREATE TABLE t AS SELECT generate_series(1, 1000) AS n')
    await db.pool.query('VACUUM t')
    expect(openToOthers(folder)).toEqual([])
  } finally {
    process.umask(umask)
    await db.close()
  }
}, 120_000)

test('what an earlier version left open to others is closed when the folder is opened', () => {
  const cluster = join(folder, 'postgres')
  mkdirSync(join(cluster, 'base'), { recursive: true, mode: 0o755 })
  for (const name of ['PG_VERSION', join('base', '1')]) writeFileSync(join(cluster, name), '18\n', { mode: 0o666 })
  expect(openToOthers(folder)).not.toEqual([])
  openDataFolder(folder)
  expect(openToOthers(folder)).toEqual([])
})

test('what goes while the folder is opened is no failure: a backup may have just ended', async () => {
  const program = `
    const { mkdirSync, rmSync, writeFileSync } = require('node:fs')
    const copy = process.argv[1]
    for (let round = 0; ; round++) {
      mkdirSync(copy + '/base', { recursive: true, mode: 0o755 })
      for (let n = 0; n < 20; n++) writeFileSync(copy + '/base/' + n, '', { mode: 0o644 })
      rmSync(copy, { recursive: true })
      if (round === 0) console.log('begun')
    }`
  const child = spawn(process.execPath, ['-e', program, join(folder, 'copia-1')])
  try {
    await once(child.stdout, 'data')
    for (let n = 0; n < 500; n++) openDataFolder(folder)
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
})

test('a folder that is a link to nowhere, or cannot be made, is told with what to do', () => {
  const link = join(folder, 'link')
  symlinkSync(join(folder, 'unmounted'), link)
  expect(() => openDataFolder(link)).toThrow(/link is a link to .*unmounted, and no folder is there.*DATA_DIR\.$/)
  writeFileSync(join(folder, 'file'), '')
  expect(() => openDataFolder(join(folder, 'file', 'data'))).toThrow(/cannot be made by .*ENOTDIR.*DATA_DIR\.$/)
})

function openToOthers(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' }).filter(
    (name) => (lstatSync(join(path, name)).mode & 0o077) !== 0,
  )
}
