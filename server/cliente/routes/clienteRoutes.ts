import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'

type RequireSession = (...papeis: ('supervisor' | 'administrador')[]) => onRequestAsyncHookHandler
const actorOf = (r: any) => r.actor ?? r.token

import type { RevealDocumento } from '../revealDocumento.ts'
import type { SearchClientes } from '../searchClientes.ts'
import { clientesBuscaAnswer, clientesBuscaQuery, documentoAnswer } from '../wire/resumo.ts'

interface Options {
  requireSession: RequireSession
  search: SearchClientes
  reveal: RevealDocumento
}

/** Who is signed in, and the customers an agent looks up. */
export async function clienteRoutes(app: FastifyInstance, { requireSession, search, reveal }: Options) {
  app.setValidatorCompiler(validatorCompiler)
  const routes = app.withTypeProvider<ZodTypeProvider>()
  routes.addHook('onRequest', requireSession())

  routes.get('/api/painel/clientes/busca', {
    schema: { querystring: clientesBuscaQuery, response: { 200: clientesBuscaAnswer }, hide: true },
    handler: async (request) => ({
      status: 'success' as const,
      msg: 'Dados consultados com sucesso',
      clientes: await search(request.query.termo),
    }),
  })

  routes.post('/api/painel/clientes/:id/documento', {
    schema: {
      params: z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) }),
      response: { 200: documentoAnswer },
      hide: true,
    },
    handler: async (request) => {
      const who = { usuarioId: actorOf(request).usuarioId, ip: request.ip }
      const cpf_cnpj = await reveal(who, request.params.id)
      return { status: 'success' as const, msg: 'Documento mostrado e registrado', cpf_cnpj }
    },
  })
}
