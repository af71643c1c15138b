import { once } from 'node:events'
import { type AddressInfo, createServer, type NetConnectOpts, connect as open, type Socket } from 'node:net'

/** A port of this machine, or where a server listens. */
export type Upstream = number | NetConnectOpts

export interface TcpProxy {
  port: number
  /** From now on new connections go to the first of these that takes them. */
  upstreams: Upstream[]
  /** Nothing passes any more in either direction, and nobody is told: a cable pulled out. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

/** A proxy on a port of its own, as operators have one before their desks: if a server takes no connection, the next does. */
export async function startTcpProxy(upstreams: Upstream[]): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let frozen = false
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
    if (frozen) socket.pause()
  }

  async function serve(client: Socket): Promise<void> {
    keep(client)
    for (const port of proxy.upstreams) {
      const server = typeof port === 'number' ? open(port, '127.0.0.1') : open(port)
      keep(server)
      try {
        await once(server, 'connect')
      } catch {
        continue
      }
      client.on('close', () => server.destroy())
      server.on('close', () => client.destroy())
      client.on('data', (piece) => server.write(piece)).resume()
      server.on('data', (piece) => client.write(piece))
      if (frozen) for (const each of [client, server]) each.pause()
      return
    }
    client.destroy()
  }

  const listening = createServer({ pauseOnConnect: true }, (client) => void serve(client)).listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const proxy: TcpProxy = {
    port: (listening.address() as AddressInfo).port,
    upstreams,
    freeze() {
      frozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      frozen = false
      for (const socket of sockets) socket.resume()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      listening.close()
      await once(listening, 'close')
    },
  }
  return proxy
}
