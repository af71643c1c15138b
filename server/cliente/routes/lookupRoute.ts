import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'

type RequireToken = (escopo: 'cliente' | 'financeiro', how?: 'presume') => onRequestAsyncHookHandler

import { announceIgnored } from '../../http/route.ts'
import { errorBody } from '../../http/wire.ts'
import type { LookupClientes } from '../lookupClientes.ts'
import { clienteListAnswer } from '../wire/list.ts'
import { clienteLookupParams } from '../wire/lookup.ts'

interface Options {
  requireToken: RequireToken
  lookup: LookupClientes
}

const known = Object.keys(clienteLookupParams.shape)

/** The look-up that `id_cliente_servico` of a billing event comes from. The items are the list's own. */
export async function lookupClientesRoute(app: FastifyInstance, { requireToken, lookup }: Options): Promise<void> {
  app.get('/api/v1/integracao/cliente', {
    schema: {
      tags: ['Clientes'],
      security: [{ token: [] }],
      summary: 'Procura clientes por nome, documento, código, telefone, login ou serviço',
      querystring: clienteLookupParams,
      response: { 200: clienteListAnswer, 401: errorBody, 403: errorBody, 422: errorBody, 429: errorBody },
    },
    validatorCompiler: () => (value) => ({ value }),
    onRequest: requireToken('cliente'),
    handler: async (request, reply) => {
      announceIgnored(reply, request.query, known)
      const clientes = await lookup(request.query)
      // The items are JSON as PostgreSQL wrote it, like the list's.
      const text = `{"status":"success","msg":"Dados consultados com sucesso","clientes":[${clientes.join(',')}]}`
      return reply.type('application/json; charset=utf-8').serializer(String).send(text)
    },
  })
}
