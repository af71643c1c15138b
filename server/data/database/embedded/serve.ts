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
  /** Stops listening and drops the clients. */
  stop: () => Promise<void>
}

/** Offers the database on a Unix socket in `folder`, to as many clients as come. */
export async function serve(db: PGlite, folder: string): Promise<Serving> {
  const backend = new SharedBackend(db)
  const sockets = new Set<Socket>()
  const path = join(folder, SOCKET_NAME)

  const server = createServer((socket) => {
    // The library's own server would let the messages of different clients mingle; its handler takes any such queue.
    const queryQueue = backend as unknown as PGLiteSocketHandlerOptions['queryQueue']
    const handler = new PGLiteSocketHandler({ queryQueue, closeOnDetach: true })
    const id = handler.handlerId
    backend.join(
      id,
      (message) => void socket.write(message),
      () => socket.destroy(),
    )
    sockets.add(socket)
    socket.on('close', () => {
      sockets.delete(socket)
      void handler.detach(true).then(() => {
        backend.leave(id)
        if (sockets.size === 0) server.emit('idle')
      })
    })
    void handler.attach(socket)
  })

  rmSync(path, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
  chmodSync(path, 0o600)

  return {
    idle: async () => {
      if (sockets.size > 0) await new Promise<void>((resolve) => server.once('idle', resolve))
    },
    stop: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
