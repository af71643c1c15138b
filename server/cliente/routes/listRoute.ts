import { finished } from 'node:stream'
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'

type RequireToken = (escopo: 'cliente' | 'financeiro', how?: 'presume') => onRequestAsyncHookHandler

import { encodingOf, namesEtag } from '../../http/conditions.ts'
import { announceIgnored } from '../../http/route.ts'
import { errorBody } from '../../http/wire.ts'
import type { ListClientes } from '../listClientes.ts'
import { clienteListAnswer, clienteListParams } from '../wire/list.ts'

interface Options {
  requireToken: RequireToken
  list: ListClientes
}

const known = Object.keys(clienteListParams.shape)
const refusals = { 401: errorBody, 403: errorBody, 422: errorBody, 429: errorBody, 503: errorBody }

/** spec: Endpoints 3. The schemas here document; the operation judges, and the body is sent as it was written. */
export async function listClientesRoute(app: FastifyInstance, { requireToken, list }: Options): Promise<void> {
  app.get('/api/v1/integracao/cliente/all', {
    exposeHeadRoute: false,
    schema: {
      tags: ['Clientes'],
      security: [{ token: [] }],
      summary: 'Lista todos os clientes',
      querystring: clienteListParams,
      response: { 200: clienteListAnswer, ...refusals },
    },
    validatorCompiler: () => (value) => ({ value }),
    onRequest: requireToken('cliente'),
    handler: async (request, reply) => {
      const { headers, query } = request
      announceIgnored(reply, query, known)
      const encoding = encodingOf(headers['accept-encoding'])
      const held = headers['if-none-match']
      const has = held === undefined ? null : (etag: string) => namesEtag(held, etag)
      const answer = await list({ params: query, encoding, has, now: new Date() })
      // Also when the caller went away while the list was being found.
      finished(reply.raw, answer.leave)
      if (reply.raw.destroyed) answer.leave()
      Object.assign(request.facts, { lista: answer.outcome })
      reply
        .header('x-cache', answer.outcome)
        .header('age', answer.age)
        .header('etag', answer.etag)
        .header('vary', 'Accept-Encoding, Authorization')
        .header('cache-control', 'private, no-cache')
      if (!answer.content) return reply.code(304).send()
      if (encoding === 'gzip') reply.header('content-encoding', 'gzip')
      if (answer.content.length !== null) reply.header('content-length', answer.content.length)
      return reply.type('application/json; charset=utf-8').send(answer.content.body)
    },
  })
}
