import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Requests of one connection that may come together. Most clients wait for each answer; thousands in a few packets
 * would all be judged before anything else, and nobody's calls would ring meanwhile. docs/interface.md: Connections.
 */
const mostTogether = 16
/** How many requests of each connection came in this turn of the event loop. */
const together = new Map<Socket, number>()

/** A request as the desk reads it. Node's parser makes it (`IncomingMessage` in a server's options). */
export class Incoming extends IncomingMessage {
  /** The host of an absolute address in the first line, which then replaces the request's `Host`. */
  declare authority?: string
  declare target?: string
  declare asksUpgrade?: boolean
  /** More came together than may: this one is not served. */
  readonly isTooMany: boolean

  constructor(socket: Socket) {
    super(socket)
    if (together.size === 0) setImmediate(() => together.clear())
    const came = (together.get(socket) ?? 0) + 1
    together.set(socket, came)
    this.isTooMany = came > mostTogether
  }
}

const absolute = /^https?:\/\/([^/?#@]+)(.*)$/i
const socketPath = /^\/(socket\.io|_next)\//

// Defined outside of the class, since TypeScript knows these two as fields, and Node assigns them.
Object.defineProperties(Incoming.prototype, {
  /** Clients of forward proxies send an absolute address, of which only the path is served. RFC 9112, 3.2.2. */
  url: {
    get(this: Incoming) {
      return this.target
    },
    set(this: Incoming, target: string) {
      const [, authority, path = ''] = absolute.exec(target) ?? []
      if (authority !== undefined) this.authority = authority
      this.target = authority === undefined ? target : path.replace(/^(?!\/)/, '/')
    },
  },
  /**
   * Node reads this once the headers are there. An upgrade to anything but the desk's own sockets is ignored, and the
   * request is served: Java's HttpClient and `curl --http2` ask for h2c with every request. RFC 9110, 7.8. A request
   * too many counts as an upgrade, because Node's parser stops there.
   */
  upgrade: {
    get(this: Incoming) {
      if (this.isTooMany) return true
      if (!this.asksUpgrade || this.method === 'CONNECT') return this.asksUpgrade
      return socketPath.test(this.target ?? '') && /\bwebsocket\b/i.test(this.headers.upgrade ?? '')
    },
    set(this: Incoming, asks: boolean) {
      this.asksUpgrade = asks
    },
  },
})
