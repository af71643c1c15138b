import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'

type RequireToken = (escopo: 'cliente' | 'financeiro', how?: 'presume') => onRequestAsyncHookHandler
const tokenOf = (r: any) => r.actor ?? r.token

import { announceIgnored } from '../../http/route.ts'
import { errorBody } from '../../http/wire.ts'
import type { ManageTiposServico } from '../manageTiposServico.ts'
import type { RegisterEvento } from '../registerEvento.ts'
import { camposConhecidos, eventoFaturamentoAnswer, eventoFaturamentoDocumented } from '../wire/evento.ts'
import { tiposServicoAnswer } from '../wire/tipoServico.ts'
import { answerRegistration } from './answerRegistration.ts'

interface Options {
  requireToken: RequireToken
  register: RegisterEvento
  tiposServico: ManageTiposServico
}

const refusals = { 401: errorBody, 403: errorBody, 409: errorBody, 415: errorBody, 422: errorBody, 429: errorBody }

/** spec: Endpoints 4, and the service types that its input comes from. */
export async function financeiroRoutes(app: FastifyInstance, { requireToken, register, tiposServico }: Options) {
  const shared = { tags: ['Financeiro'], security: [{ token: [] }] }

  app.post('/api/v1/integracao/financeiro/evento_faturamento', {
    schema: {
      ...shared,
      summary: 'Cadastra um evento de faturamento',
      description:
        'Com o cabeçalho Idempotency-Key (até 255 caracteres, 24 h) uma repetição recebe a primeira resposta.',
      body: eventoFaturamentoDocumented,
      response: { 200: eventoFaturamentoAnswer, ...refusals },
    },
    // The operation judges, so that mistakes of form and unknown identifiers come in one answer.
    validatorCompiler: () => (value) => ({ value }),
    onRequest: requireToken('financeiro', 'presume'),
    handler: async (request, reply) => {
      announceIgnored(reply, request.body, camposConhecidos)
      const autor = { tokenId: tokenOf(request).id, usuarioId: null, ip: request.ip }
      return answerRegistration(request, reply, register, autor)
    },
  })

  app.get('/api/v1/integracao/configuracao/tipo_servico', {
    schema: {
      ...shared,
      summary: 'Lista os tipos de serviço',
      response: { 200: tiposServicoAnswer, 401: errorBody, 403: errorBody, 429: errorBody },
    },
    onRequest: requireToken('financeiro'),
    handler: async (request, reply) => {
      announceIgnored(reply, request.query, [])
      return {
        status: 'success',
        msg: 'Dados consultados com sucesso',
        tipos_servico: await tiposServico.active(),
      }
    },
  })
}
