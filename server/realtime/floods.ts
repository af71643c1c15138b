import { type ServerOptions, WebSocketServer } from 'ws'
import { RateLimiter } from '../flow/rateLimiter.ts'
import type { Log } from '../log.ts'

/** Limits of the screens' sockets. docs/interface.md: The socket's wire. */
export const limits = {
  /** Open sockets of one session, and of one user in all sessions. */
  socketsOfSessao: 20,
  socketsOfUsuario: 60,
  /** Open connections with one cookie, valid or not: further ones are refused before the session is looked up. */
  connectionsOfCookie: 40,
  /** Messages of one connection: how many at once, and then how many per second. */
  messages: [500, 100] as const,
  /** Frames of one message. Browsers send each message in one. */
  fragments: 16,
  /** Bytes that may wait until a slow screen takes them. */
  unread: 16 * 1024 * 1024,
  /** How long a connection may take to say who it is, in milliseconds. */
  namelessMs: 10_000,
}

/** The part of an Engine.IO connection that is used here. */
interface Connection {
  readonly remoteAddress?: string
  request: { headers: { cookie?: string | undefined }; socket?: { destroy(): unknown } | undefined }
  once(event: 'close', hear: () => void): unknown
  on(event: 'packet' | 'packetCreate' | 'drain', hear: (packet: { data?: unknown }) => void): unknown
  close(discard?: boolean): void
}

const sizeOf = (data: unknown) => (typeof data === 'string' || Buffer.isBuffer(data) ? data.length : 0)

/**
 * Cuts a connection that sends more packets than any screen needs to, or that does not take what is sent to it
 * (`limits`). Every packet counts, before its content is looked at.
 */
export function boundConnection(connection: Connection, log: Pick<Log, 'warn'>): void {
  const allowance = new RateLimiter(...limits.messages)
  let unread = 0
  let over = false
  const cut = (message: string) => {
    if (over) return
    over = true
    log.warn({ ip: connection.remoteAddress }, message)
    connection.close(true)
    // Destroyed, because an orderly close would wait for the other end to close, too.
    connection.request.socket?.destroy()
  }
  connection.on('packet', () => {
    if (!allowance.take()) cut('a screen that said too much at once was cut')
  })
  connection.on('packetCreate', ({ data }) => {
    unread += sizeOf(data)
    if (unread > limits.unread) cut('a screen that does not take what it is told was cut')
  })
  connection.on('drain', () => {
    unread = 0
  })
}

/**
 * Opens the screens' WebSockets. Pings are answered, and fragments kept, below Engine.IO, which hears nothing of them:
 * `boundConnection` could not count them. They are bounded from the first byte, before anybody says who they are.
 */
export const webSocketsBoundBy = (log: Pick<Log, 'warn'>) =>
  class extends WebSocketServer {
    constructor(options: ServerOptions) {
      super({ ...options, ...{ maxFragments: limits.fragments } })
    }

    override handleUpgrade(...[request, socket, head, take]: Parameters<WebSocketServer['handleUpgrade']>): void {
      super.handleUpgrade(request, socket, head, (webSocket, upgraded) => {
        const allowance = new RateLimiter(...limits.messages)
        const count = () => {
          if (webSocket.readyState !== webSocket.OPEN || allowance.take()) return
          log.warn({ ip: request.socket.remoteAddress }, 'a screen that said too much at once was cut')
          webSocket.terminate()
        }
        webSocket.on('ping', count).on('pong', count)
        take(webSocket, upgraded)
      })
    }
  }

/** How many connections there are of each cookie. */
export class ConnectionsByCookie {
  readonly #counts = new Map<string, number>()

  isFull(cookie = ''): boolean {
    return (this.#counts.get(cookie) ?? 0) >= limits.connectionsOfCookie
  }

  note(connection: Connection): void {
    const { cookie = '' } = connection.request.headers
    this.#counts.set(cookie, (this.#counts.get(cookie) ?? 0) + 1)
    connection.once('close', () => {
      const left = (this.#counts.get(cookie) ?? 1) - 1
      if (left > 0) this.#counts.set(cookie, left)
      else this.#counts.delete(cookie)
    })
  }
}
