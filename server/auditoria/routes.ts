import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { RequireSession } from '../acesso/routes/requireSession.ts'
import type { ReadAudit } from './rows/read.ts'
import { auditoriaAnswer, auditoriaQuery } from './wire.ts'

const pageSize = 100

/** The record of who did what, for administrators alone. Nothing here changes it. */
export async function auditoriaRoutes(
  app: FastifyInstance,
  { requireSession, readAudit }: { requireSession: RequireSession; readAudit: ReadAudit },
) {
  app.withTypeProvider<ZodTypeProvider>().get('/api/painel/auditoria', {
    onRequest: requireSession('administrador'),
    schema: { querystring: auditoriaQuery, response: { 200: auditoriaAnswer }, hide: true },
    handler: async (request, reply) => {
      reply.header('cache-control', 'private, no-store')
      const { acao, apos } = request.query
      const page = await readAudit(acao ?? null, apos ?? null, pageSize)
      return { status: 'success' as const, msg: 'Dados consultados com sucesso', ...page }
    },
  })
}
