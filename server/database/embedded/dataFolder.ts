import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, realpathSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the embedded database keeps its things below DATA_DIR. */
export type DataFolder = { path: string; cluster: string; lock: string; sockets: string }

/** The name that every PostgreSQL client expects inside a socket folder (port 5432). */
export const SOCKET_NAME = '.s.PGSQL.5432'

// The kernel cuts longer socket paths (108 bytes on Linux, 104 on macOS).
const LONGEST_SOCKET_PATH = 100

/** Creates DATA_DIR if need be, readable by its owner alone, and names what stands in it. */
export function openDataFolder(dataDir: string): DataFolder {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = realpathSync(dataDir)
  return { path, cluster: join(path, 'postgres'), lock: join(path, 'alo.lock'), sockets: socketFolder(path) }
}

// The socket asks for no password: its folder's mode is the door.
function socketFolder(dataDir: string): string {
  const below = join(dataDir, 'socket')
  const fits = Buffer.byteLength(join(below, SOCKET_NAME)) <= LONGEST_SOCKET_PATH
  const folder = fits ? below : join(tmpdir(), `alo-${createHash('sha256').update(dataDir).digest('hex').slice(0, 24)}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { uid } = lstatSync(folder)
  if (!lstatSync(folder).isDirectory() || (process.getuid && process.getuid() !== 0 && uid !== process.getuid())) {
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
