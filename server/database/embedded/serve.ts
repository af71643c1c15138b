import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketHandler, type PGLiteSocketHandlerOptions } from '@electric-sql/pglite-socket'
import { SOCKET_NAME } from './dataFolder.ts'
import { SharedBackend } from './sharedBackend.ts'

export type Serving = {
  /** Resolves when no client is connected any more. */
  idle: () => Promise<void>
  /** Stops listening, drops the clients and clears up after them: the database may be closed then. */
  stop: () => Promise<void>
}

/** Offers the database on a Unix socket in `folder`, to as many clients as come. */
export async function serve(db: PGlite, folder: string): Promise<Serving> {
  const backend = new SharedBackend(db)
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
