// The thread that runs PostgreSQL and offers it on a Unix socket. A bundle ships it compiled, beside the program; tsx and
// vitest come through bootstrap.mjs.
import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketHandler, type PGLiteSocketHandlerOptions } from '@electric-sql/pglite-socket'
import { keepCheckpoints } from './checkpoints.ts'
import { SOCKET_NAME } from './dataFolder.ts'
import { DurablePostgres } from './durablePostgres.ts'
import { leaseGuard } from './holdLease.ts'
import { endThread, type WorkerOrder, type WorkerReport, type WorkerTask } from './orders.ts'
import { SharedBackend } from './sharedBackend.ts'
import { giveSigns } from './signsOfLife.ts'
import { syncTree } from './synced.ts'

const port = parentPort
if (!port) throw new Error('this file is the thread of the embedded database and runs only as one')
const tell = (report: 'ready' | 'done') => port.postMessage({ report } satisfies WorkerReport)

const given: WorkerTask = workerData
const db = await DurablePostgres.open(given.cluster)

if (given.task === 'create') {
  await db.close()
  syncTree(given.cluster)
  tell('done')
} else {
  db.files.onTouch = giveSigns(given.life)
  const serving = await serve(db, given)
  const stopCheckpoints = keepCheckpoints(db)
  port.once('message', async ({ whenIdle }: WorkerOrder) => {
    if (whenIdle) await serving.idle()
    await serving.stop()
    stopCheckpoints()
    await db.close()
    tell('done')
  })
  tell('ready')
}

type Serving = {
  /** Resolves when no client is connected any more. */
  idle: () => Promise<void>
  /** Stops listening, drops the clients and clears up after them: the database may be closed then. */
  stop: () => Promise<void>
}

/** Offers the database on a Unix socket in that folder, to as many clients as come. */
async function serve(db: PGlite, { sockets: folder, lease }: Extract<WorkerTask, { task: 'serve' }>): Promise<Serving> {
  const backend = new SharedBackend(db, leaseGuard(lease))
  const sockets = new Set<Socket>()
  const path = join(folder, SOCKET_NAME)

  const server = createServer((socket) => {
    // The library's own server gives all clients one set of statement names and a notification only to whoever raised it;
    // its handler of one connection works with any such queue.
    const queryQueue = backend as unknown as PGLiteSocketHandlerOptions['queryQueue']
    const handler = new PGLiteSocketHandler({ queryQueue, closeOnDetach: true })
    const id = handler.handlerId
    backend.join(
      id,
      (message) => void socket.write(message),
      () => socket.destroy(),
    )
    sockets.add(socket)
    let left = false
    const leave = async () => {
      if (left) return
      left = true
      await handler.detach(true)
      // The handler took its listener away, and what is still being written may fail.
      socket.on('error', () => undefined).destroy()
      backend.leave(id)
      sockets.delete(socket)
      if (sockets.size === 0) server.emit('idle')
    }
    // What one client left open and cannot be rolled back is everybody's.
    const end = () => void leave().catch((error) => endThread(`a client could not be cleared up after (${error})`))
    socket.on('close', end)
    // A client that says what is no message: the handler takes the socket's listeners away without a word to it.
    handler.addEventListener('error', end)
    handler.attach(socket).catch(end)
  })

  rmSync(path, { force: true })
  await once(server.listen(path), 'listening')
  // A client that could not be let in, for want of descriptors: it comes again.
  server.on('error', () => undefined)
  chmodSync(path, 0o600)

  const idle = async () => {
    if (sockets.size > 0) await once(server, 'idle')
  }
  return {
    idle,
    stop: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await idle()
    },
  }
}
