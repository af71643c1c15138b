import { Readable } from 'node:stream'
import type { FastifyInstance, onRequestAsyncHookHandler } from 'fastify'
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'

type RequireSession = (...papeis: ('supervisor' | 'administrador')[]) => onRequestAsyncHookHandler
const actorOf = (r: any) => r.actor ?? r.token
const refuseNoBody = async (request: any, reply: any) => {
  if (request.body === undefined) return sendError(reply, 400, 'O corpo está vazio: envie um objeto JSON')
}

import { sendError } from '../../http/answer.ts'
import type { ReadLedger } from '../readLedger.ts'
import type { RegisterEvento } from '../registerEvento.ts'
import type { ReverseEvento } from '../reverseEvento.ts'
import { eventoFaturamentoAnswer, eventoFaturamentoRequest } from '../wire/evento.ts'
import {
  autoresAnswer,
  estornoAnswer,
  ledgerAnswer,
  ledgerFilter,
  ledgerQuery,
  type RegistroAnswer,
  totaisAnswer,
} from '../wire/ledger.ts'
import { answerRegistration } from './answerRegistration.ts'

interface Options {
  requireSession: RequireSession
  register: RegisterEvento
  ledger: ReadLedger
  reverse: ReverseEvento
}

const success = { status: 'success' as const, msg: 'Dados consultados com sucesso' }
const idParams = z.object({ id: z.coerce.number().int().positive().max(2_147_483_647) })

/** Supervisors register, read and reverse billing events. */
export async function faturamentoRoutes(app: FastifyInstance, { requireSession, register, ledger, reverse }: Options) {
  app.setValidatorCompiler(validatorCompiler)
  const routes = app.withTypeProvider<ZodTypeProvider>()
  routes.addHook('onRequest', requireSession('supervisor', 'administrador'))
  routes.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'private, no-store'))
  const base = '/api/painel/faturamento'

  routes.post(base, {
    schema: { hide: true },
    handler: (request, reply) => {
      const autor = { usuarioId: actorOf(request).usuarioId, tokenId: null, ip: request.ip }
      return answerRegistration(request, reply, register, autor, (resposta) => {
        // What was registered just now, or earlier with this very body, has been judged well formed.
        const { valor_centavos: valor_total_centavos } = eventoFaturamentoRequest.parse(request.body)
        const answer = eventoFaturamentoAnswer.parse(JSON.parse(resposta))
        return JSON.stringify({ ...answer, valor_total_centavos } satisfies RegistroAnswer)
      })
    },
  })

  routes.get(base, {
    schema: { querystring: ledgerQuery, response: { 200: ledgerAnswer }, hide: true },
    handler: async (request) => ({ ...success, ...(await ledger.page(request.query)) }),
  })

  routes.get(`${base}/totais`, {
    schema: { querystring: ledgerFilter, response: { 200: totaisAnswer }, hide: true },
    handler: async (request) => ({ ...success, totais: await ledger.totals(request.query) }),
  })

  routes.get(`${base}/autores`, {
    schema: { response: { 200: autoresAnswer }, hide: true },
    handler: async () => ({ ...success, autores: await ledger.autores() }),
  })

  routes.get(`${base}/exportar`, {
    exposeHeadRoute: false,
    schema: { querystring: ledgerFilter, hide: true },
    handler: async (request, reply) => {
      const pieces = await ledger.csv(request.query, { usuarioId: actorOf(request).usuarioId, ip: request.ip })
      const day = new Date().toISOString().slice(0, 10)
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="faturamento-${day}.csv"`)
      return reply.send(Readable.from(pieces, { objectMode: false }))
    },
  })

  routes.post(`${base}/:id/estorno`, {
    schema: { params: idParams, response: { 200: estornoAnswer }, hide: true },
    preValidation: refuseNoBody,
    handler: async (request) => {
      const who = { usuarioId: actorOf(request).usuarioId, ip: request.ip }
      const eventos_faturamento = await reverse(request.params.id, request.body, who, new Date())
      const msg =
        eventos_faturamento.length === 1 ? 'Evento estornado' : `${eventos_faturamento.length} eventos estornados`
      return { status: 'success' as const, msg, eventos_faturamento }
    },
  })
}
