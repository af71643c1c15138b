import { once } from 'node:events'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { answers, type DataFolder, openDataFolder } from './dataFolder.ts'
import { DataFolderInUseError, isAlive, type Lock, LockHeldError, type Owner, takeLock } from './lock.ts'
import type { WorkerOrder, WorkerReport, WorkerTask } from './worker.ts'

/** What is needed of a logger here: the folder of the database knows nothing above it. */
type Log = Record<'info' | 'warn' | 'error', (facts: object, message: string) => void>

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
const RESTART_MS = 500

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
    if (!existsSync(folder.cluster)) await createCluster(folder, log)
    let worker = await startWorker(serve)
    let closing = false
    const keepAlive = (running: Worker) => {
      // Without a listener an error in the thread would end the whole process.
      running.on('error', (error) => log.error({ err: error }, 'the embedded database failed'))
      running.once('exit', async () => {
        while (!closing) {
          await pause(RESTART_MS)
          const next = await startWorker(serve).catch((error) => log.error({ err: error }, 'it does not start'))
          if (!next) continue
          worker = next
          log.warn({}, 'the embedded database was started again')
          return keepAlive(next)
        }
      })
    }
    keepAlive(worker)
    const close = async () => {
      closing = true
      // Guests of a short-lived command are waited for; a server that goes down takes its guests along.
      await stopWorker(worker, role === 'cli').finally(() => {
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

// Beside its final place, so that a start cut short leaves nothing that looks like a database. It has a thread of its
// own because initdb leaves some 500 MB behind, which only the thread's end gives back.
async function createCluster(folder: DataFolder, log: Log): Promise<void> {
  const draft = join(folder.path, 'postgres.new')
  rmSync(draft, { recursive: true, force: true })
  log.info({ folder: folder.path }, 'creating the embedded database')
  const worker = await startWorker({ task: 'create', cluster: draft })
  await worker.terminate()
  renameSync(draft, folder.cluster)
}

// From source the worker stands beside this file and needs a TypeScript loader; from a bundle, which holds this file in
// some chunk, it is the entry `worker.js` in the bundle's one folder.
const [PROGRAM, SELF] = import.meta.url.endsWith('.ts')
  ? [new URL('./bootstrap.mjs', import.meta.url), 'source']
  : [new URL('./worker.js', import.meta.url), 'bundle']

/** Starts the thread and resolves when it says that it is ready, or done; rejects when it dies before. */
async function startWorker(task: WorkerTask): Promise<Worker> {
  const worker = new Worker(PROGRAM, { workerData: task, execArgv: [], name: `alo-database (${SELF})` })
  await reportOf(worker)
  return worker
}

/** Ends the thread in order: the clients are waited for or dropped, the database shut down, its files closed. */
async function stopWorker(worker: Worker, whenIdle: boolean): Promise<void> {
  const done = reportOf(worker)
  worker.postMessage({ order: 'stop', whenIdle } satisfies WorkerOrder)
  await done
  await worker.terminate()
}

async function reportOf(worker: Worker): Promise<WorkerReport> {
  const abort = new AbortController()
  const died = once(worker, 'exit', { signal: abort.signal }).then(([code]) => {
    throw new Error(`the embedded database's thread ended with code ${code}`)
  })
  died.catch(() => undefined)
  try {
    const [report] = await Promise.race([once(worker, 'message', { signal: abort.signal }), died])
    return report
  } finally {
    abort.abort()
  }
}
