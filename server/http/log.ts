import type { FastifyInstance } from 'fastify'

/**
 * One wide line a request, refusals included: the route's pattern and not the address (a search term is personal), and
 * what the route put into `request.facts`. Neither bodies nor headers are ever logged.
 */
export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('token', null)
  app.decorateRequest('actor', null)
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
