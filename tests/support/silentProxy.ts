import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface SilentProxy {
  port: number
  /** From now on nothing passes, and nobody is told: no end, no reset, no answer to a new connection. */
  silence(): void
  /** What was held passes on, and all goes as before. */
  speak(): void
  close(): Promise<void>
}

/** A TCP proxy that can fall silent, as a network does whose cable was cut. */
export async function silentProxy(target: number): Promise<SilentProxy> {
  const sockets = new Set<Socket>()
  let silent = false
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('data', (bytes) => void other.write(bytes))
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      if (silent) one.pause()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    silence() {
      silent = true
      for (const socket of sockets) socket.pause()
    },
    speak() {
      silent = false
      for (const socket of sockets) socket.resume()
    },
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      if (server.listening) await once(server, 'close')
    },
  }
}
