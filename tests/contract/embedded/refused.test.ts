import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  closeSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { childrenOf } from '#server/database/embedded/lock'
import { startEmbedded } from '#server/database/embedded/start'
import { OperatorError } from '#server/errors'
import { dataFolders } from '../../support/embedded/dataFolders.ts'
import { ask, quiet, runningServer, serverIn } from '../../support/embedded/folders.ts'

const folders = dataFolders()
afterAll(() => folders.remove())

const start = (dataDir: string, more = {}) => startEmbedded(dataDir, 'cli', quiet, more)

/** Returns the refusal's text, and expects an error that commands and desks print without a stack trace. */
async function refused(dataDir: string, more = {}): Promise<string> {
  const error = await start(dataDir, more).then(
    () => undefined,
    (error: Error) => error,
  )
  expect(error).toBeInstanceOf(OperatorError)
  return error?.message ?? ''
}

async function opens(dataDir: string): Promise<void> {
  const { url, close } = await start(dataDir)
  expect(await ask(url, 'SELECT 1 AS n')).toEqual({ n: 1 })
  await close()
}

/** Every file and folder below the path, with its mode, size and modification time. */
const picture = (path: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => {
    const { mode, size, mtimeMs } = lstatSync(join(path, name))
    return [name, mode, size, mtimeMs]
  })

describe('a start refuses with instructions and leaves unchanged', () => {
  test('a data folder of an earlier version that used PGlite', async () => {
    const dataDir = folders.none()
    mkdirSync(dataDir)
    const packed = readFileSync('tests/support/embedded/folders/20261120200000.tar.br')
    execFileSync('tar', ['xf', '-', '-C', dataDir], { input: brotliDecompressSync(packed) })
    const before = picture(dataDir)
    expect(await refused(dataDir)).toMatch(
      /earlier version of Alô.* commit cc107e2.* backup alo\.backup\.gz.*mv .*postgres\.before.* restore alo\.backup\.gz/,
    )
    expect(picture(dataDir)).toEqual(before)
    execFileSync('mv', [join(dataDir, 'postgres'), join(dataDir, 'postgres.before')])
    await opens(dataDir)
  })

  test('a data folder of another PostgreSQL major version', async () => {
    const dataDir = folders.fresh()
    writeFileSync(join(dataDir, 'postgresql', 'PG_VERSION'), '17\n')
    const before = picture(join(dataDir, 'postgresql'))
    expect(await refused(dataDir)).toMatch(/PostgreSQL 17.*runs PostgreSQL 18.* backup .* restore /)
    expect(picture(join(dataDir, 'postgresql'))).toEqual(before)
  })
})

test.each(['PG_VERSION', 'global/pg_control'])('a database without its %s is refused, not made anew', async (name) => {
  const dataDir = folders.fresh()
  rmSync(join(dataDir, 'postgresql', name))
  expect(await refused(dataDir)).toMatch(`${name} is missing: it is damaged or was copied in part. Put it aside (mv `)
})

test('a server that works on in a database that was put aside is not taken for the one of this folder', async () => {
  const dataDir = folders.fresh()
  // Never closed: as a killed desk leaves it.
  await start(dataDir)
  const server = runningServer(dataDir)
  onTestFinished(() => void process.kill(server, 'SIGKILL'))
  const cluster = join(dataDir, 'postgresql')
  renameSync(cluster, `${cluster}.before`)
  expect(await refused(dataDir)).toMatch(new RegExp(`was moved away.*kill -INT ${server}`))
})

test('a server that its disk fails, and that starts over for ever, is told of with what it says', async () => {
  const dataDir = folders.fresh()
  await start(dataDir)
  const server = runningServer(dataDir)
  onTestFinished(() => void process.kill(server, 'SIGKILL'))
  const [child = server, ...others] = childrenOf(server)
  // Its log of changes grows no further, as on a disk that fails. The children that it makes anew inherit this.
  for (const pid of [server, ...others]) execFileSync('prlimit', [`--pid=${pid}`, '--fsize=1000000'])
  process.kill(child, 'SIGKILL')
  // Until the server has noticed, it takes connections as if nothing had happened.
  await expect.poll(() => readFileSync(join(dataDir, 'postgresql.log'), 'utf8')).toContain('PANIC')
  expect(await refused(dataDir, { comesUp: 2_000 })).toMatch(/does not start: PANIC: +could not/)
})

test('half-made databases that killed starts left are removed, even one named after the present process’s id', async () => {
  const dataDir = folders.none()
  const gone = execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' }).trim()
  const drafts = () => readdirSync(dataDir).filter((name) => name.includes('draft'))
  const leave = (pid: string | number) => {
    cpSync(join(folders.fresh(), 'postgresql'), join(dataDir, `postgresql.draft.${pid}`), { recursive: true })
    rmSync(join(dataDir, `postgresql.draft.${pid}`, 'global'), { recursive: true })
  }
  leave(gone)
  leave(process.pid)
  await opens(dataDir)
  expect(drafts()).toEqual([])
  leave(gone)
  await opens(dataDir)
  expect(drafts()).toEqual([])
})

test('a stale lock file does not stop a start, even if another program now has its process id', async () => {
  const dataDir = folders.fresh()
  await start(dataDir)
  const server = runningServer(dataDir)
  process.kill(server, 'SIGKILL')
  const lock = join(dataDir, 'postgresql', 'postmaster.pid')
  await expect.poll(() => serverIn(dataDir)).toBe(null)
  // Use another process's id: PostgreSQL ignores its own parent's id in a lock file, and this process will be the
  // parent.
  const other = spawn('sleep', ['600'])
  onTestFinished(() => void other.kill())
  writeFileSync(lock, readFileSync(lock, 'utf8').replace(/^\d+/, String(other.pid)))
  writeFileSync(join(dataDir, 'socket', '.s.PGSQL.5432.lock'), readFileSync(lock, 'utf8'))
  await opens(dataDir)
})

describe('at the path of its socket a start', () => {
  test('replaces a plain file', async () => {
    const dataDir = folders.fresh()
    mkdirSync(join(dataDir, 'socket'))
    writeFileSync(join(dataDir, 'socket', '.s.PGSQL.5432'), '')
    await opens(dataDir)
  })

  test.each([
    ['does not answer', () => undefined],
    ['ends every connection', (client: Socket) => client.destroy()],
  ])('refuses another program that %s', async (_, answer) => {
    const dataDir = folders.fresh()
    mkdirSync(join(dataDir, 'socket'))
    const other = createServer(answer).listen(join(dataDir, 'socket', '.s.PGSQL.5432'))
    await once(other, 'listening')
    const told = /What takes connections for .* is no server of that folder.*ss -lxp names it/
    expect(await refused(dataDir, { hung: 200, comesUp: 400 })).toMatch(told)
    other.close()
  })

  test.each([
    ['is full', 'C53100', 'could not write init file: No space left on device', /cannot be written: its disk is full/],
    [
      'fails',
      'C58030',
      'could not read blocks 0..0: Input/output error',
      /disk of .* fails .*blocks.*restore a backup/,
    ],
  ])('refuses a server that lets nobody in because its disk %s', async (_, code, message, told) => {
    const dataDir = folders.fresh()
    mkdirSync(join(dataDir, 'socket'))
    const said = Buffer.from(`SFATAL\0${code}\0M${message}\0\0`)
    const size = Buffer.alloc(4)
    size.writeInt32BE(said.length + size.length)
    const server = createServer((client) => {
      client.once('data', () => client.end(Buffer.concat([Buffer.from('E'), size, said])))
    })
    await once(server.listen(join(dataDir, 'socket', '.s.PGSQL.5432')), 'listening')
    onTestFinished(() => void server.close())
    expect(await refused(dataDir, { comesUp: 500 })).toMatch(told)
  })

  test('refuses the server of another data folder', async () => {
    const [one, other] = [folders.fresh(), folders.fresh()]
    const { close } = await start(one)
    symlinkSync(join(one, 'socket'), join(other, 'socket'))
    expect(await refused(other)).toMatch(/is no server of that folder/)
    await close()
  })
})

test('a data folder that is a broken link or cannot be created is refused with what to do', async () => {
  const link = folders.none()
  symlinkSync(`${link}-unmounted`, link)
  expect(await refused(link)).toMatch(/ is a link to .*unmounted, and no folder is there.*DATA_DIR\.$/)
  const file = folders.none()
  writeFileSync(file, '')
  expect(await refused(join(file, 'data'))).toMatch(/ cannot be made by .*ENOTDIR.*DATA_DIR\.$/)
  // Node's own recursive mkdir never ends there.
  expect(await refused('/proc/alo/data')).toMatch(/ cannot be made by .*ENOENT.*DATA_DIR\.$/)
})

test('only the owner has rights to the files in the data folder, whatever the umask and the folder’s mode', async () => {
  const dataDir = folders.none()
  mkdirSync(dataDir)
  chmodSync(dataDir, 0o755)
  const umask = process.umask(0)
  const { url, close } = await start(dataDir).finally(() => process.umask(umask))
  await ask(url, 'CREATE TABLE t AS SELECT generate_series(1, 1000) AS n')
  const open = picture(dataDir).filter(([name, mode]) => {
    const link = lstatSync(join(dataDir, String(name))).isSymbolicLink()
    return !link && (Number(mode) & 0o077) !== 0
  })
  expect(open).toEqual([])
  await close()
})

test('an embedded database that is closed twice closes no file that it did not open', async () => {
  const dataDir = folders.fresh()
  const { close } = await startEmbedded(dataDir, 'server', quiet)
  await close()
  // These files reuse the descriptors that `close` has just released.
  const files = Array.from({ length: 20 }, () => openSync('/dev/null', 'r'))
  await close()
  for (const file of files) closeSync(file)
})

test('a start replaces a library link of the data folder that points to a moved installation', async () => {
  const dataDir = folders.fresh()
  const links = join(dataDir, 'postgresql.lib')
  mkdirSync(links)
  symlinkSync('/nowhere/libicui18n.so.60.2', join(links, 'libicui18n.so.60'))
  await opens(dataDir)
  expect(existsSync(join(links, 'libicui18n.so.60'))).toBe(true)
})
