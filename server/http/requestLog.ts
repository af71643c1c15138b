import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** What this request's log line says beyond the usual; never telephones, names or secrets. */
    facts: Record<string, string | number | boolean | null>
    /** What it was refused with; never logged. */
    refused: { msg: string; errors: string[] } | null
  }
}

export type RequestLine = Record<string, string | number | boolean | null> & {
  method: string
  /** The route's pattern; `none` where there is no route. */
  route: string
  status: number
  ms: number
}

/** Tells one wide line for each request once it is answered, also for refusals. */
export function tellRequests(app: FastifyInstance, tell: (line: RequestLine) => void): void {
  app.decorateRequest('facts')
  app.decorateRequest('refused', null)
  app.addHook('onRequest', (request, _reply, done) => {
    request.facts = {}
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    tell({
      reqId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: reply.elapsedTime,
      ip: request.ip,
      ...request.facts,
    })
    done()
  })
}

/**
 * Logs a request: the route's pattern and not the address (a search term is personal), and what the route put into
 * `request.facts`. Neither bodies nor headers are ever logged.
 */
export function logRequest(log: FastifyBaseLogger, line: RequestLine): void {
  const rounded = { ...line, ms: Math.round(line.ms * 10) / 10 }
  if (line.route === '/healthz' || line.route === '/readyz' || line.route === '/metrics') log.debug(rounded, 'request')
  else log.info(rounded, 'request')
}
