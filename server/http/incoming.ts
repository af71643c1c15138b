import { IncomingMessage } from 'node:http'

/** A request as the parts of the desk read it, made by Node's parser (`IncomingMessage` of a server's options). */
export class Incoming extends IncomingMessage {
  /** The host that a whole address in the first line names, which is then the request's `Host`. */
  declare authority?: string
  declare target?: string
  declare asksUpgrade?: boolean
}

const absolute = /^https?:\/\/([^/?#@]+)(.*)$/i
const socketPath = /^\/(socket\.io|_next)\//

// Defined beside the class: TypeScript knows these two as fields, and Node sets them as such.
Object.defineProperties(Incoming.prototype, {
  /** Clients of forward proxies send the whole address; what is served is its path. RFC 9112, 3.2.2. */
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
   * Node asks for it once the headers are there. An upgrade to anything but the desk's own sockets is none, and the request
   * is served: Java's HttpClient and `curl --http2` ask for h2c with whatever they send. RFC 9110, 7.8.
   */
  upgrade: {
    get(this: Incoming) {
      if (!this.asksUpgrade || this.method === 'CONNECT') return this.asksUpgrade
      return socketPath.test(this.target ?? '') && /\bwebsocket\b/i.test(this.headers.upgrade ?? '')
    },
    set(this: Incoming, asks: boolean) {
      this.asksUpgrade = asks
    },
  },
})
