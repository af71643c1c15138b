import { randomUUID } from 'node:crypto'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { RequestLine } from './requestLog.ts'

declare module 'fastify' {
  interface FastifyInstance {
    repeats: Repeats
  }
}

/** An answer that may be given again to the same request. */
interface Repeatable {
  body: Buffer | undefined
  /** Judges the request anew: the headers that differ from last time, or null when the whole route must judge it. */
  again(): OutgoingHttpHeaders | null
}

interface Given extends Repeatable {
  status: number
  headers: OutgoingHttpHeaders
  line: Pick<RequestLine, 'route' | 'ip'> & FastifyRequest['facts']
}

const mostGiven = 256
/** How long answers, and the secrets in their keys, are kept in memory. */
const heldMs = 1_000

/**
 * Gives an answer that a route has made again to the same request, without Fastify: a cached list's 304 then costs less
 * than the route does. `again` judges each time what may have changed (a right, a limit, the list).
 */
export class Repeats {
  readonly #given = new LRUCache<string, Given>({ max: mostGiven, ttl: heldMs, ttlAutopurge: true })
  readonly #tell: (line: RequestLine) => void

  /** Calls `tell` for each request that was answered here, once it is over. */
  constructor(tell: (line: RequestLine) => void) {
    this.#tell = tell
  }

  /** Remembers what `reply` is about to send. */
  note(
    request: Pick<FastifyRequest, 'raw' | 'routeOptions' | 'ip' | 'facts'>,
    reply: FastifyReply,
    answer: Repeatable,
  ): void {
    const { raw, routeOptions, ip, facts } = request
    const key = keyOf(raw)
    if (key === null) return
    const line = { ...facts, route: routeOptions.url ?? 'none', ip }
    const headers = Object.fromEntries(Object.entries(reply.getHeaders()))
    this.#given.set(key, { ...answer, status: reply.statusCode, headers, line })
  }

  /** Whether the request was answered here. */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    const key = this.#given.size > 0 ? keyOf(request) : null
    const given = key === null ? undefined : this.#given.get(key)
    const differing = given?.again()
    if (!given || !differing) return false
    const { status, headers, body, line } = given
    const began = performance.now()
    response.once('close', () => {
      const ms = performance.now() - began
      this.#tell({ ...line, reqId: randomUUID(), method: 'GET', status: response.statusCode, ms })
    })
    response.writeHead(status, { ...headers, ...differing }).end(body)
    return true
  }
}

/** Everything in a request that its answer may depend on; null for a request that always goes to its route. */
function keyOf({ method, url, headers, socket }: IncomingMessage): string | null {
  if (method !== 'GET' || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
    return null
  const { authorization = '', 'x-forwarded-for': via = '', 'if-none-match': held = '' } = headers
  return `${socket.remoteAddress}\n${via}\n${authorization}\n${headers['accept-encoding'] ?? ''}\n${held}\n${url}`
}
