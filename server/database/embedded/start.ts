import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { ensureCluster } from './cluster.ts'
import { answers, type DataFolder, openDataFolder } from './dataFolder.ts'
import { DataFolderInUseError, isAlive, type Lock, LockHeldError, type Owner, takeLock } from './lock.ts'
import { endHungProcess } from './signsOfLife.ts'
import { keepThread, type Log } from './thread.ts'

export type Embedded = {
  /** The folder of the Unix socket, as a PostgreSQL client wants its `host`. */
  sockets: string
  /** Whether another process runs the database and this one is its guest. */
  joined: boolean
  close: () => Promise<void>
}

const WAIT_MS = 50
// The socket of a desk on another machine never answers here.
const JOIN_LIMIT_MS = 60_000

/**
 * The embedded database of that folder. A server takes the folder or is refused with DataFolderInUseError; a command
 * joins whoever runs it already, through the socket, and otherwise opens the folder itself.
 */
export async function startEmbedded(dataDir: string, role: Owner['role'], log: Log): Promise<Embedded> {
  const folder = openDataFolder(dataDir)
  for (;;) {
    try {
      const lock = await takeLock(folder.lock, role, folder.sockets)
      return await run(folder, role, lock, log)
    } catch (error) {
      if (!(error instanceof LockHeldError)) throw error
      if (role === 'server') throw new DataFolderInUseError(folder.path, error.owner)
      if (await willAnswer(folder, error.owner)) {
        return { sockets: error.owner.sockets, joined: true, close: async () => undefined }
      }
    }
  }
}

// A desk that is just starting holds the lock before its socket listens. False when it went away meanwhile.
async function willAnswer(folder: DataFolder, owner: Owner): Promise<boolean> {
  for (const end = performance.now() + JOIN_LIMIT_MS; !(await answers(owner.sockets)); ) {
    if (!(await isAlive(folder.lock, owner))) return false
    if (performance.now() > end) throw new DataFolderInUseError(folder.path, owner)
    await pause(WAIT_MS)
  }
  return true
}

async function run(folder: DataFolder, role: Owner['role'], { share, release }: Lock, log: Log): Promise<Embedded> {
  const serve = { task: 'serve', cluster: folder.cluster, sockets: folder.sockets, lease: share } as const
  try {
    await ensureCluster(folder, log)
    // Nobody waits at a telephone for a command, nor would anybody start it again.
    const hung = role === 'server' ? endHungProcess : () => undefined
    const stop = await keepThread(serve, { log, hung })
    const close = async () => {
      // Guests of a short-lived command are waited for; a server that goes down takes its guests along.
      await stop(role === 'cli').finally(() => {
        if (!folder.sockets.startsWith(folder.path)) rmSync(folder.sockets, { recursive: true, force: true })
        release()
      })
    }
    return { sockets: folder.sockets, joined: false, close }
  } catch (error) {
    release()
    throw error
  }
}
