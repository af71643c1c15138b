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

/** An answer to a request, good for the same request again. */
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
/** Bodies and secrets are held no longer than that. */
const heldMs = 1_000

/**
 * Answers that went the whole way once and are given again to the same request, before Fastify: a cached list's 304 costs
 * less than the route does. What may change meanwhile (a right, a limit, the list) is judged by `again` each time.
 */
export class Repeats {
  readonly #given = new LRUCache<string, Given>({ max: mostGiven, ttl: heldMs, ttlAutopurge: true })
  readonly #tell: (line: RequestLine) => void

  /** `tell` hears of each request that was answered here, once it is over. */
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

/** All of a request that an answer may follow from; null for one that is judged each time. */
function keyOf({ method, url, headers, socket }: IncomingMessage): string | null {
  if (method !== 'GET' || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined)
    return null
  const { authorization = '', 'x-forwarded-for': via = '', 'if-none-match': held = '' } = headers
  return `${socket.remoteAddress}\n${via}\n${authorization}\n${headers['accept-encoding'] ?? ''}\n${held}\n${url}`
}
