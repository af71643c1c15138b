import type { FastifyInstance } from 'fastify'

interface Options {
  /** Resolves when the database answers and lacks no migration; rejects or says what is missing otherwise. */
  pending: () => Promise<string[]>
}

/** `/healthz`: the process is up. `/readyz`: it can do its work. */
export async function healthRoutes(app: FastifyInstance, { pending }: Options): Promise<void> {
  app.get('/healthz', { schema: { hide: true }, config: { access: 'anyone' } }, async () => ({
    status: 'success',
    msg: 'up',
  }))
  app.get('/readyz', { schema: { hide: true }, config: { access: 'anyone' } }, async (request, reply) => {
    try {
      const missing = await pending()
      if (missing.length === 0) return { status: 'success', msg: 'ready' }
      return reply.code(503).send({ status: 'error', msg: 'migrations are pending', pending: missing })
    } catch (err) {
      request.log.warn({ err }, 'not ready: the database does not answer')
      return reply.code(503).send({ status: 'error', msg: 'the database does not answer' })
    }
  })
}
