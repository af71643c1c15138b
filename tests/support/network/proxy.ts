import { once } from 'node:events'
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { portOf } from '../portOf.ts'

/** A port of this machine, or where a server listens. */
type Upstream = number | NetConnectOpts

/**
 * Ways to cut a network. `reset`: every connection is reset, and so is each new one. `silence`: the proxy swallows all
 * bytes, and connections stay open. `toServer`, `toClient`: only that direction is silent. `halfFrame`: half of the
 * next piece of each connection passes, and then the connection is silent.
 */
export const cutKinds = ['reset', 'silence', 'toServer', 'toClient', 'halfFrame'] as const
export type CutKind = (typeof cutKinds)[number]
type Way = 'toServer' | 'toClient'

export interface TcpProxy {
  port: number
  /** A new connection goes to the first of these that accepts it. May be replaced at any time. */
  upstreams: Upstream[]
  /** Stops both directions without telling either side. Bytes sent meanwhile pass after `resume`. */
  pause(): void
  cut(kind: CutKind): void
  /** Ends a pause or a cut. A connection that lost bytes in a cut stays silent, and neither side is told. */
  resume(): void
  /** Resets every open connection. */
  reset(): void
  /** Sends a FIN to every client; the direction to the server stays open. */
  halfClose(): void
  /**
   * Swallows the answer to the next request that contains this text and resets its connection. Resolves then: the
   * server has executed it.
   */
  cutAnswerTo(text: string): Promise<void>
  close(): Promise<void>
}

/** Made once per connection: receives the server's bytes and calls `send` with what the client shall get. */
type Transform = (send: (bytes: Buffer) => void) => (bytes: Buffer) => void

/** Starts a TCP proxy on its own port before one or several servers, to imitate the failures of a network. */
export async function startProxy(upstreams: Upstream[], transform: Transform = (send) => send): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  const pairs = new Map<Socket, Socket>()
  let paused = false
  let kind: CutKind | undefined
  let awaited: { text: string; done: () => void } | undefined

  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
  }

  async function serve(client: Socket): Promise<void> {
    keep(client)
    if (kind === 'reset') return void client.resetAndDestroy()
    for (const upstream of proxy.upstreams) {
      const options = typeof upstream === 'number' ? { port: upstream, host: '127.0.0.1' } : upstream
      const server = connect({ ...options, allowHalfOpen: true })
      keep(server)
      try {
        await once(server, 'connect')
      } catch {
        continue
      }
      return join(client, server)
    }
    client.destroy()
  }

  function join(client: Socket, server: Socket): void {
    if (client.destroyed) return void server.destroy()
    pairs.set(client, server)
    server.on('close', () => client.destroyed && pairs.delete(client))
    client.on('close', () => server.destroyed && pairs.delete(client))
    const torn: Record<Way, boolean> = { toServer: false, toClient: false }
    let answered: (() => void) | undefined

    const silent = (way: Way) => torn[way] || kind === 'silence' || kind === 'halfFrame' || kind === way
    const left = (way: Way, bytes: Buffer): Buffer => {
      if (!silent(way)) return bytes
      const half = kind === 'halfFrame' && !torn[way] ? bytes.length >> 1 : 0
      torn[way] = true
      if (kind === 'halfFrame') torn.toServer = torn.toClient = true
      return bytes.subarray(0, half)
    }
    const pipe = (from: Socket, to: Socket, way: Way, take: (bytes: Buffer) => void) => {
      from.on('data', (bytes) => {
        const piece = left(way, bytes)
        if (piece.length > 0) take(piece)
      })
      // In a silent direction the end of a connection is lost too, like its bytes.
      const told = (tell: () => void) => () => {
        if (silent(way)) torn[way] = true
        else tell()
      }
      from.on(
        'end',
        told(() => void to.end()),
      )
      from.on(
        'close',
        told(() => to.destroySoon()),
      )
      if (paused) from.pause()
      else from.resume()
    }
    const toServer = (bytes: Buffer) => {
      if (awaited && bytes.includes(awaited.text)) {
        answered = awaited.done
        awaited = undefined
      }
      server.write(bytes)
    }
    const answer = transform((bytes) => void (client.writable && client.write(bytes)))
    const toClient = (bytes: Buffer) => {
      if (!answered) return answer(bytes)
      client.resetAndDestroy()
      server.end()
      answered()
    }
    pipe(client, server, 'toServer', toServer)
    pipe(server, client, 'toClient', toClient)
  }

  const listening = createServer({ pauseOnConnect: true, allowHalfOpen: true }, (client) => void serve(client))
  await once(listening.listen(0, '127.0.0.1'), 'listening')
  const proxy: TcpProxy = {
    port: portOf(listening),
    upstreams,
    pause() {
      paused = true
      for (const pair of pairs) for (const socket of pair) socket.pause()
    },
    cut(next) {
      kind = next
      if (next === 'reset') proxy.reset()
    },
    resume() {
      paused = false
      kind = undefined
      for (const pair of pairs) for (const socket of pair) socket.resume()
    },
    reset() {
      // A Unix socket (the database's) has no reset: destroying it ends the connection for the peer.
      for (const socket of sockets) socket.remoteFamily ? socket.resetAndDestroy() : socket.destroy()
    },
    halfClose() {
      for (const client of pairs.keys()) client.end()
    },
    cutAnswerTo: (text) =>
      new Promise((done) => {
        awaited = { text, done }
      }),
    async close() {
      listening.close()
      for (const socket of sockets) socket.destroy()
      await once(listening, 'close')
    },
  }
  return proxy
}
