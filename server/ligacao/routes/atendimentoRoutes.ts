import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { RequireSession } from '../../acesso/routes/requireSession.ts'
import { atendimentosAnswer, saveAtendimentoRequest } from '../../atendimento/wire.ts'
import { actorOf } from '../../http/actors.ts'
import type { AgentAtendimento } from '../agentAtendimento.ts'
import { atendimentoAnswer } from '../wire/ligacao.ts'

interface Options {
  requireSession: RequireSession
  atendimentos: AgentAtendimento
}

/** An agent's own tickets. */
export async function atendimentoRoutes(app: FastifyInstance, { requireSession, atendimentos }: Options) {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  routes.addHook('onRequest', requireSession())

  routes.get('/api/painel/atendimentos', {
    schema: {
      querystring: z.object({ estado: z.enum(['aberto', 'fechado']).default('aberto') }),
      response: { 200: atendimentosAnswer },
      hide: true,
    },
    handler: async (request) => ({
      status: 'success' as const,
      msg: 'Dados consultados com sucesso',
      atendimentos: await atendimentos.listOf(actorOf(request).usuarioId, request.query.estado),
    }),
  })

  routes.patch('/api/painel/atendimentos/:id', {
    schema: {
      params: z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) }),
      body: saveAtendimentoRequest,
      response: { 200: atendimentoAnswer },
      hide: true,
    },
    handler: async (request) => {
      const saved = await atendimentos.save(actorOf(request).usuarioId, request.params.id, request.body, new Date())
      return { status: 'success' as const, msg: 'Atendimento salvo', ...saved }
    },
  })
}
