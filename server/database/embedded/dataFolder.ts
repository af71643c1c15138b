import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  realpathSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

/** Where the embedded database keeps its things below DATA_DIR. */
export type DataFolder = { path: string; cluster: string; lock: string; sockets: string }

/** The name that every PostgreSQL client expects inside a socket folder (port 5432). */
export const SOCKET_NAME = '.s.PGSQL.5432'

/** The bits of a mode that let anybody but the owner in. */
export const OTHERS = 0o077

// The kernel cuts longer socket paths (108 bytes on Linux, 104 on macOS).
const LONGEST_SOCKET_PATH = 100

/** What stands in the data folder cannot be opened as it is. The message tells the operator what to do. */
export class DataFolderError extends Error {
  override readonly name: string = 'DataFolderError'
}

/** Something below the data folder that this user may not use. The message says whose it is and what to do. */
export class DataFolderClosedError extends DataFolderError {
  override readonly name = 'DataFolderClosedError'
  constructor(path: string, folder: string, cause: unknown) {
    const reason = codeOf(cause) ?? String(cause)
    const { username, uid } = userInfo()
    super(
      `${path} cannot be used (${reason}). It belongs to ${ownerOf(path)}, and this process runs as ${username} (uid ${uid}). ` +
        `Was Alô started as another user before, with sudo perhaps? Run it as that user, or give the whole folder to this ` +
        `one: sudo chown -R ${uid} ${folder}`,
      { cause },
    )
  }
}

/** DATA_DIR is not there and cannot be made. The message says why and what to do. */
class DataFolderUnmadeError extends DataFolderError {
  override readonly name = 'DataFolderUnmadeError'
  constructor(dataDir: string, cause: unknown) {
    const { username, uid } = userInfo()
    const target = linkTarget(dataDir)
    super(
      target !== null
        ? `${dataDir} is a link to ${target}, and no folder is there (${codeOf(cause)}). Mount or make that one, or name another with DATA_DIR.`
        : `${dataDir} cannot be made by ${username} (uid ${uid}): ${codeOf(cause)}. Make it and give it to that user, or name another with DATA_DIR.`,
      { cause },
    )
  }
}

/** The disk has no room, or this user none on it. */
export class DiskFullError extends DataFolderError {
  override readonly name = 'DiskFullError'
  constructor(path: string, cause: unknown) {
    super(`${path} cannot be written: its disk is full, or the share of this user. Make room, then ask again.`, {
      cause,
    })
  }
}

export const isFull = (error: unknown) =>
  error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(error.code))

/** Null for what is no link. */
function linkTarget(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}

function ownerOf(path: string): string {
  try {
    const { uid } = lstatSync(path)
    return uid === 0 ? 'root' : `the user with uid ${uid}`
  } catch {
    return 'somebody unknown'
  }
}

/** Creates DATA_DIR if need be, readable by its owner alone, and names what stands in it. */
export function openDataFolder(dataDir: string): DataFolder {
  const path = madeFolder(dataDir)
  const cluster = join(path, 'postgres')
  for (const used of [path, cluster, join(cluster, 'PG_VERSION')]) if (existsSync(used)) mustBeUsable(used, path)
  for (const name of readdirSync(path)) keepPrivate(join(path, name))
  return { path, cluster, lock: join(path, 'alo.lock'), sockets: socketFolder(path) }
}

function madeFolder(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return realpathSync(dataDir)
  } catch (error) {
    throw isFull(error) ? new DiskFullError(dataDir, error) : new DataFolderUnmadeError(dataDir, error)
  }
}

function mustBeUsable(path: string, folder: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    if (lstatSync(path).isDirectory()) accessSync(path, constants.X_OK)
  } catch (error) {
    throw new DataFolderClosedError(path, folder, error)
  }
}

/**
 * Takes from everybody but the owner what stands there. Hashes of passwords and customers' documents are in it, and the
 * folder above, where a system's own unit made it, may be open to all. What goes meanwhile, such as the copy of a backup
 * that has just ended, holds nothing any more.
 */
function keepPrivate(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found?.isDirectory() && !found?.isFile()) return
  try {
    if ((found.mode & OTHERS) !== 0 && isOurs(found.uid)) chmodSync(path, found.mode & ~OTHERS & 0o777)
    if (found.isDirectory()) for (const name of readdirSync(path)) keepPrivate(join(path, name))
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

const isOurs = (uid: number) => process.getuid === undefined || process.getuid() === 0 || process.getuid() === uid

// The socket asks for no password: its folder's mode is the door.
function socketFolder(dataDir: string): string {
  const below = join(dataDir, 'socket')
  const fits = Buffer.byteLength(join(below, SOCKET_NAME)) <= LONGEST_SOCKET_PATH
  const folder = fits ? below : join(tmpdir(), `alo-${createHash('sha256').update(dataDir).digest('hex').slice(0, 24)}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { uid } = lstatSync(folder)
  if (!lstatSync(folder).isDirectory() || !isOurs(uid)) {
    throw new Error(`${folder} must be a folder of this user: it is to hold the database's socket`)
  }
  chmodSync(folder, 0o700)
  return folder
}

/** Whether a database listens in that socket folder right now. */
export function answers(folder: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(join(folder, SOCKET_NAME))
    const settle = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
  })
}
