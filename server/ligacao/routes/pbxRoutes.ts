import type { FastifyInstance } from 'fastify'
import type { RequireToken } from '../../acesso/routes/requireToken.ts'
import { tokenOf } from '../../http/actors.ts'
import { announceIgnored } from '../../http/ignoredFields.ts'
import { refuseNoBody } from '../../http/noBody.ts'
import { errorBody } from '../../http/wire.ts'
import type { cancelLigacao } from '../cancelLigacao.ts'
import type { notifyLigacao } from '../notifyLigacao.ts'
import { cancelAnswer, ligacaoRequest, notifyAnswer } from '../wire/ligacao.ts'

interface Options {
  requireToken: RequireToken
  notify: ReturnType<typeof notifyLigacao>
  cancel: ReturnType<typeof cancelLigacao>
}

const known = Object.keys(ligacaoRequest.shape)
const refusals = { 401: errorBody, 403: errorBody, 415: errorBody, 422: errorBody, 429: errorBody }

/** spec: Endpoints 1 and 2. The schemas here document; the operation judges, so that all mistakes come in one answer. */
export async function pbxRoutes(app: FastifyInstance, { requireToken, notify, cancel }: Options): Promise<void> {
  const base = '/api/v1/integracao/pbx/ligacao'
  const shared = { tags: ['PBX'], security: [{ token: [] }], body: ligacaoRequest }

  app.post(`${base}/notificar`, {
    schema: { ...shared, summary: 'Notifica uma ligação', response: { 200: notifyAnswer, ...refusals } },
    validatorCompiler: () => (value) => ({ value }),
    onRequest: requireToken('pbx', 'presume'),
    preValidation: refuseNoBody,
    handler: async (request, reply) => {
      announceIgnored(reply, request.body, known)
      const { ligacaoId, telas } = await notify({ body: request.body, tokenId: tokenOf(request).id, now: new Date() })
      Object.assign(request.facts, { ligacao: ligacaoId, telas })
      reply.header('x-ligacao-id', ligacaoId).header('x-telas', telas)
      return { status: 'success', msg: 'Ligação notificada com sucesso' }
    },
  })

  app.post(`${base}/cancelar`, {
    schema: { ...shared, summary: 'Cancela uma ligação (perdida)', response: { 200: cancelAnswer, ...refusals } },
    validatorCompiler: () => (value) => ({ value }),
    onRequest: requireToken('pbx', 'presume'),
    preValidation: refuseNoBody,
    handler: async (request, reply) => {
      announceIgnored(reply, request.body, known)
      const { ligacaoId, telas } = await cancel({ body: request.body, tokenId: tokenOf(request).id, now: new Date() })
      Object.assign(request.facts, { ligacao: ligacaoId, telas })
      if (ligacaoId) reply.header('x-ligacao-id', ligacaoId).header('x-telas', telas)
      return { status: 'success', msg: 'Ligação cancelada com sucesso' }
    },
  })
}
