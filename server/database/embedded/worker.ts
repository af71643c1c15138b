// The thread that runs PostgreSQL and offers it on a Unix socket. A bundle ships it compiled, beside the program; tsx and
// vitest come through bootstrap.mjs.
import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PGLiteSocketHandler, type PGLiteSocketHandlerOptions } from '@electric-sql/pglite-socket'
import { SOCKET_NAME } from './dataFolder.ts'
import { DurableFiles, durableStartParams, syncTree } from './durableFiles.ts'
import { type LeaseShare, leaseGuard } from './holdLease.ts'
import { SharedBackend } from './sharedBackend.ts'

export type WorkerTask =
  | { task: 'create'; cluster: string }
  | { task: 'serve'; cluster: string; sockets: string; lease: LeaseShare }
export type WorkerOrder = { order: 'stop'; whenIdle: boolean }
export type WorkerReport = { report: 'ready' } | { report: 'done' }

const port = parentPort
if (!port) throw new Error('this file is the thread of the embedded database and runs only as one')
const tell = (report: WorkerReport['report']) => port.postMessage({ report } satisfies WorkerReport)

const given: WorkerTask = workerData
const db = await PGlite.create({
  fs: new DurableFiles(given.cluster),
  startParams: durableStartParams(),
  extensions: { pg_trgm },
})

if (given.task === 'create') {
  await db.close()
  syncTree(given.cluster)
  tell('done')
} else {
  const serving = await serve(db, given)
  port.once('message', async ({ whenIdle }: WorkerOrder) => {
    if (whenIdle) await serving.idle()
    await serving.stop()
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
    socket.on('close', async () => {
      await handler.detach(true)
      backend.leave(id)
      sockets.delete(socket)
      if (sockets.size === 0) server.emit('idle')
    })
    void handler.attach(socket)
  })

  rmSync(path, { force: true })
  await once(server.listen(path), 'listening')
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
