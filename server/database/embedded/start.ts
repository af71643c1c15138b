import { rmSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { ensureCluster } from './cluster.ts'
import { answers, type DataFolder, openDataFolder } from './dataFolder.ts'
import { DataFolderInUseError, isAlive, LockHeldError, type Owner, takeLock } from './lock.ts'
import { keepThread, type Log } from './thread.ts'

export type Embedded = {
  /** The folder of the Unix socket, as a PostgreSQL client wants its `host`. */
  sockets: string
  /** Whether another process runs the database and this one is its guest. */
  joined: boolean
  close: () => Promise<void>
}

const WAIT_MS = 50

/**
 * The embedded database of that folder. A server takes the folder or is refused with DataFolderInUseError; a command
 * joins whoever runs it already, through the socket, and otherwise opens the folder itself.
 */
export async function startEmbedded(dataDir: string, role: Owner['role'], log: Log): Promise<Embedded> {
  const folder = openDataFolder(dataDir)
  for (;;) {
    try {
      const release = await takeLock(folder.lock, role, folder.sockets)
      return await run(folder, role, release, log)
    } catch (error) {
      if (!(error instanceof LockHeldError)) throw error
      if (role === 'server') throw new DataFolderInUseError(folder.path, error.owner)
      if (await willAnswer(error.owner)) {
        return { sockets: error.owner.sockets, joined: true, close: async () => undefined }
      }
    }
  }
}

// A desk that is just starting holds the lock before its socket listens. False when it went away meanwhile.
async function willAnswer(owner: Owner): Promise<boolean> {
  while (!(await answers(owner.sockets))) {
    if (!(await isAlive(owner))) return false
    await pause(WAIT_MS)
  }
  return true
}

async function run(folder: DataFolder, role: Owner['role'], release: () => void, log: Log): Promise<Embedded> {
  try {
    await ensureCluster(folder, log)
    const stop = await keepThread({ task: 'serve', cluster: folder.cluster, sockets: folder.sockets }, log)
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
