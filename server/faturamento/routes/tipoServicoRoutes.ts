import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'

type RequireSession = (...papeis: ('supervisor' | 'administrador')[]) => onRequestAsyncHookHandler
const actorOf = (r: any) => r.actor ?? r.token
const refuseNoBody = async (request: any, reply: any) => {
  if (request.body === undefined) return sendError(reply, 400, 'O corpo está vazio: envie um objeto JSON')
}

import { sendError } from '../../http/answer.ts'
import type { ManageTiposServico } from '../manageTiposServico.ts'
import { setTipoServicoRequest, tipoServicoAnswer, tiposServicoGeridosAnswer } from '../wire/tipoServico.ts'

interface Options {
  requireSession: RequireSession
  tiposServico: ManageTiposServico
}

const base = '/api/painel/tipos_servico'
const idParams = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) })

/** The form's service types; administrators manage them. */
export async function tipoServicoRoutes(app: FastifyInstance, { requireSession, tiposServico }: Options) {
  app.setValidatorCompiler(validatorCompiler)
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const changes = { onRequest: requireSession('administrador'), preValidation: refuseNoBody }
  const all = async () => ({
    status: 'success' as const,
    msg: 'Dados consultados com sucesso',
    tipos_servico: await tiposServico.all(),
  })

  routes.get(base, {
    onRequest: requireSession('supervisor', 'administrador'),
    schema: { response: { 200: tiposServicoGeridosAnswer }, hide: true },
    handler: all,
  })

  routes.post(base, {
    ...changes,
    schema: { response: { 200: tipoServicoAnswer }, hide: true },
    handler: async (request) => {
      const who = { usuarioId: actorOf(request).usuarioId, ip: request.ip }
      const tipo_servico = await tiposServico.add(request.body, who)
      return { status: 'success' as const, msg: 'Tipo de serviço criado', tipo_servico }
    },
  })

  routes.post(`${base}/:id`, {
    ...changes,
    schema: { params: idParams, body: setTipoServicoRequest, response: { 200: tiposServicoGeridosAnswer }, hide: true },
    handler: async (request) => {
      const who = { usuarioId: actorOf(request).usuarioId, ip: request.ip }
      await tiposServico.setActive(request.params.id, request.body.ativo, who)
      return { ...(await all()), msg: request.body.ativo ? 'Tipo de serviço ativado' : 'Tipo de serviço desativado' }
    },
  })
}
