import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the one log line of this request says beyond the usual: never telephones, names or secrets. */
    facts: Record<string, string | number | boolean | null>
  }
}

/**
 * One wide line a request, refusals included: the route's pattern and not the address (a search term is personal), and
 * what the route put into `request.facts`. Neither bodies nor headers are ever logged.
 */
export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('facts')
  app.addHook('onRequest', async (request) => {
    request.facts = {}
  })
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ip: request.ip,
      ...request.facts,
    }
    if (line.route === '/healthz' || line.route === '/readyz' || line.route === '/metrics')
      request.log.debug(line, 'request')
    else request.log.info(line, 'request')
  })
}
