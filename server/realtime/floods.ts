import { RateLimiter } from '../flow/rateLimiter.ts'

/** Limits of the screens' sockets. docs/interface.md: The socket's wire. */
export const limits = {
  /** Of one session, and of one user in all sessions. */
  socketsOfSessao: 20,
  socketsOfUsuario: 60,
  /** Connections that came with one cookie, whoever it may name: further ones are refused before anybody looks. */
  connectionsOfCookie: 40,
  /** Messages of one connection: at once, and then a second. */
  messages: [500, 100] as const,
  /** Bytes told to a screen that it has not taken yet. */
  unread: 16 * 1024 * 1024,
  /** Until a connection has said who it is, in milliseconds. */
  namelessMs: 10_000,
}

/** What is needed of an Engine.IO connection. */
interface Connection {
  readonly remoteAddress?: string
  request: { headers: { cookie?: string | undefined }; socket?: { destroy(): unknown } | undefined }
  once(event: 'close', hear: () => void): unknown
  on(event: 'packet' | 'packetCreate' | 'drain', hear: (packet: { data?: unknown }) => void): unknown
  close(discard?: boolean): void
}

const sizeOf = (data: unknown) => (typeof data === 'string' || Buffer.isBuffer(data) ? data.length : 0)

/**
 * Cuts a connection that says more than any screen has to say, whatever its words, or that does not take what it is told.
 * Every packet counts, before anybody looks into it.
 */
export function boundConnection(connection: Connection, log: { warn(facts: object, message: string): void }): void {
  const allowance = new RateLimiter(...limits.messages)
  let unread = 0
  let over = false
  const cut = (message: string) => {
    if (over) return
    over = true
    log.warn({ ip: connection.remoteAddress }, message)
    connection.close(true)
    // A goodbye would wait for the other end's.
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
