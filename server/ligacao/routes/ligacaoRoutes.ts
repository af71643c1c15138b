import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { RequireSession } from '../../acesso/routes/requireSession.ts'
import { actorOf } from '../../http/actors.ts'
import type { AgentAtendimento } from '../agentAtendimento.ts'
import type { AgentLigacao } from '../agentLigacao.ts'
import { atendimentoAnswer, ligacaoAnswer, linkClienteRequest } from '../wire/ligacao.ts'

interface Options {
  requireSession: RequireSession
  ligacoes: AgentLigacao
  atendimentos: AgentAtendimento
}

const params = z.object({ id: z.string() })

/** What an agent does with a call of her own. */
export async function ligacaoRoutes(app: FastifyInstance, { requireSession, ligacoes, atendimentos }: Options) {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  routes.addHook('onRequest', requireSession())

  routes.post('/api/painel/ligacoes/:id/fechar', {
    schema: { params, response: { 200: ligacaoAnswer }, hide: true },
    handler: async (request) => {
      const ligacao = await ligacoes.close(actorOf(request).usuarioId, request.params.id, new Date())
      return { status: 'success' as const, msg: 'Chamada fechada', ligacao }
    },
  })

  routes.post('/api/painel/ligacoes/:id/cliente', {
    schema: { params, body: linkClienteRequest, response: { 200: ligacaoAnswer }, hide: true },
    handler: async (request) => {
      const ligacao = await ligacoes.link(actorOf(request).usuarioId, request.params.id, request.body.id_cliente)
      return { status: 'success' as const, msg: 'Cliente ligado à chamada', ligacao }
    },
  })

  routes.post('/api/painel/ligacoes/:id/atendimento', {
    schema: { params, response: { 200: atendimentoAnswer }, hide: true },
    handler: async (request) => {
      const opened = await atendimentos.open(actorOf(request).usuarioId, request.params.id, new Date())
      return {
        status: 'success' as const,
        msg: `Atendimento aberto: protocolo ${opened.atendimento.protocolo}`,
        ...opened,
      }
    },
  })
}
