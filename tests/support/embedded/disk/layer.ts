// A disk below the embedded database: node:fs of the process that loads it. It writes down, in the order of time, all that
// is done to the database's files (journal.ts), and fails as it is told to.
import fs, { type PathLike } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'
import { diskVariables, type Fault } from './faults.ts'
import { appendRecord, type DiskRecord } from './journal.ts'

const { root = '', journal, faults } = diskVariables(process.env)
const real = { ...fs }
const log = journal === undefined ? undefined : real.openSync(journal, 'a')
/** The database's files, its draft, and the list of names that they stand in. */
const isOurs = (path: unknown): path is string =>
  typeof path === 'string' && (path === root || path.startsWith(`${root}/postgres`))
const opened = new Map<number, { ino: number; directory: string | null }>()

function note(record: DiskRecord, payload?: Uint8Array): void {
  if (log !== undefined) appendRecord(log, real, record, payload)
}

/** The fault that stands in the test's file just now; only the database's thread suffers from it. */
function fault(): Fault | undefined {
  if (isMainThread || faults === undefined || !real.existsSync(faults)) return undefined
  return JSON.parse(real.readFileSync(faults, 'utf8'))
}

function fail(code: string, call: string): never {
  throw Object.assign(new Error(`${code}: as the test wants it, ${call}`), { code, syscall: call })
}

function noteOpen(path: string, fd: number, existed: boolean, flags: unknown): void {
  const stat = real.fstatSync(fd)
  opened.set(fd, { ino: stat.ino, directory: stat.isDirectory() ? path : null })
  if (stat.isDirectory()) return
  note({ op: existed ? 'open' : 'create', path, ino: stat.ino })
  if (existed && typeof flags === 'number' && flags & fs.constants.O_TRUNC)
    note({ op: 'truncate', ino: stat.ino, size: 0 })
}

function sync(fd: number, call: string, syncReally: (fd: number) => void): void {
  const file = opened.get(fd)
  if (!file) {
    syncReally(fd)
    return
  }
  const { fsync } = fault() ?? {}
  if (fsync) {
    if (fsync.once) real.rmSync(faults ?? '')
    // What the kernel does: the pages count as clean from now on, and never reach the disk.
    if (file.directory === null) note({ op: 'lost', ino: file.ino })
    fail(fsync.code, call)
  }
  // Where a journal says what has reached the disk, the machine's own disk need not be waited for.
  if (log === undefined) syncReally(fd)
  note(file.directory === null ? { op: 'sync', ino: file.ino } : { op: 'syncdir', path: file.directory })
}

Object.assign(fs, {
  openSync(path: PathLike, flags: fs.OpenMode = 'r', mode?: fs.Mode) {
    if (!isOurs(path)) return real.openSync(path, flags, mode)
    const { open } = fault() ?? {}
    if (open) fail(open.code, 'open')
    const existed = real.existsSync(path)
    const fd = real.openSync(path, flags, mode)
    noteOpen(path, fd, existed, flags)
    return fd
  },
  closeSync(fd: number) {
    opened.delete(fd)
    real.closeSync(fd)
  },
  writeSync(fd: number, buffer: Uint8Array, offset: number, length: number, position: number) {
    const file = opened.get(fd)
    if (!file) return real.writeSync(fd, buffer, offset, length, position)
    const { write } = fault() ?? {}
    if (write) fail(write.code, 'write')
    const written = real.writeSync(fd, buffer, offset, length, position)
    note({ op: 'write', ino: file.ino, at: position }, new Uint8Array(buffer.subarray(offset, offset + written)))
    return written
  },
  writeFileSync(path: fs.PathOrFileDescriptor, data: string, options?: fs.WriteFileOptions) {
    if (!isOurs(path)) return real.writeFileSync(path, data, options)
    const { write, open } = fault() ?? {}
    if (write ?? open) fail((write ?? open)?.code ?? '', 'open')
    if (data.length > 0) throw new Error('the disk of the tests knows only empty files made so')
    const existed = real.existsSync(path)
    real.writeFileSync(path, data, options)
    const { ino } = real.statSync(path)
    note({ op: existed ? 'open' : 'create', path, ino })
    if (existed) note({ op: 'truncate', ino, size: 0 })
  },
  truncateSync(path: string, size: number) {
    real.truncateSync(path, size)
    if (!isOurs(path)) return
    const { ino } = real.statSync(path)
    note({ op: 'open', path, ino })
    note({ op: 'truncate', ino, size })
  },
  ftruncateSync(fd: number, size: number) {
    real.ftruncateSync(fd, size)
    const file = opened.get(fd)
    if (file) note({ op: 'truncate', ino: file.ino, size })
  },
  mkdirSync(path: string, options?: fs.MakeDirectoryOptions) {
    const existed = real.existsSync(path)
    const made = real.mkdirSync(path, options)
    if (isOurs(path) && !existed) note({ op: 'mkdir', path })
    return made
  },
  rmdirSync(path: string) {
    real.rmdirSync(path)
    if (isOurs(path)) note({ op: 'unlink', path })
  },
  unlinkSync(path: string) {
    real.unlinkSync(path)
    if (isOurs(path)) note({ op: 'unlink', path })
  },
  renameSync(from: string, to: string) {
    real.renameSync(from, to)
    if (isOurs(from)) note({ op: 'rename', from, to })
  },
  fsyncSync: (fd: number) => sync(fd, 'fsync', real.fsyncSync),
  fdatasyncSync: (fd: number) => sync(fd, 'fdatasync', real.fdatasyncSync),
})
syncBuiltinESMExports()
