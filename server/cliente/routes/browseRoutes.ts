import { Readable } from 'node:stream'
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'

type RequireSession = (...papeis: ('supervisor' | 'administrador')[]) => onRequestAsyncHookHandler
const actorOf = (r: any) => r.actor ?? r.token

import type { BrowseClientes } from '../browse/browseClientes.ts'
import type { ExportClientes } from '../browse/exportFiltered.ts'
import {
  browseAnswer,
  browseExportQuery,
  browseFilter,
  browseQuery,
  browseTotalAnswer,
  pacotesAnswer,
} from '../wire/browse.ts'

interface Options {
  requireSession: RequireSession
  browse: BrowseClientes
  exportFile: ExportClientes
}

const success = { status: 'success' as const, msg: 'Dados consultados com sucesso' }
const types = { json: 'application/json; charset=utf-8', csv: 'text/csv; charset=utf-8' }

/** The supervisors' customers: list, export, and one whole. */
export async function browseRoutes(app: FastifyInstance, { requireSession, browse, exportFile }: Options) {
  app.setValidatorCompiler(validatorCompiler)
  const routes = app.withTypeProvider<ZodTypeProvider>()
  routes.addHook('onRequest', requireSession('supervisor', 'administrador'))
  // Personal data: no copy stays with the browser or a proxy.
  routes.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'private, no-store'))

  routes.get('/api/painel/clientes', {
    schema: { querystring: browseQuery, response: { 200: browseAnswer }, hide: true },
    handler: async (request) => ({ ...success, ...(await browse.page(request.query)) }),
  })

  routes.get('/api/painel/clientes/total', {
    schema: { querystring: browseFilter, response: { 200: browseTotalAnswer }, hide: true },
    handler: async (request) => ({ ...success, total: await browse.total(request.query) }),
  })

  routes.get('/api/painel/clientes/pacotes', {
    schema: { response: { 200: pacotesAnswer }, hide: true },
    handler: async () => ({ ...success, pacotes: await browse.pacotes() }),
  })

  routes.get('/api/painel/clientes/exportar', {
    exposeHeadRoute: false,
    schema: { querystring: browseExportQuery, hide: true },
    handler: async (request, reply) => {
      const who = { usuarioId: actorOf(request).usuarioId, ip: request.ip }
      const { formato, ...filter } = request.query
      const pieces = await exportFile(who, formato, filter)
      const day = new Date().toISOString().slice(0, 10)
      reply.type(types[formato]).header('content-disposition', `attachment; filename="clientes-${day}.${formato}"`)
      return reply.send(Readable.from(pieces, { objectMode: false }))
    },
  })
}
