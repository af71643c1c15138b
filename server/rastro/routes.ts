import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Socket } from 'socket.io'
import * as z from 'zod'
import { administrators, supervisors } from '../acesso/routes/doors.ts'
import type { Desk } from '../desk.ts'
import { RateLimiter } from '../flow/rateLimiter.ts'
import { addressMeant } from '../http/answer.ts'
import { readAuthorization } from '../http/credentials.ts'
import { idParams, route } from '../http/route.ts'
import { found } from '../http/wire.ts'
import { isLigacaoId } from '../ligacao/rules/call.ts'
import type { Trace } from '../ligacao/rules/trace.ts'
import { type ClientEvents, silencio } from '../ligacao/wire/ligacao.ts'
import { type Begun, UnderWay } from '../underWay.ts'
import { countUso } from './countUso.ts'
import { diagnose } from './diagnose.ts'
import { measureDrawn, measureRequest } from './measureCalls.ts'
import { noteRequest } from './noteRequest.ts'
import type { Pedido, SemResposta } from './rules/pedido.ts'
import { diagnosticoAnswer, diagnosticoQuery, operacao, usoAnswer } from './wire.ts'

/** Why it did not ring, and what a token did. docs/interface.md: Why it did not ring. */
export const rastroRoutes = [
  route({
    method: 'GET',
    url: '/api/painel/ligacoes/diagnostico',
    access: supervisors,
    query: diagnosticoQuery,
    answer: diagnosticoAnswer,
    handle: async (desk, { query }) => found(await diagnose(desk, query)),
  }),

  route({
    method: 'GET',
    url: '/api/painel/tokens/:id/uso',
    access: administrators,
    params: idParams,
    answer: usoAnswer,
    handle: async (desk, { params }) => found({ uso: await countUso(desk, params.id) }),
  }),
]

declare module 'fastify' {
  interface FastifyRequest {
    /** An exchange's request until it is traced; null for any other request. */
    traced: Begun<Traced> | null
  }
}

interface Traced {
  reply: FastifyReply
  operacao: Pedido['operacao']
  trace: Trace
}
interface Unanswered {
  motivo: SemResposta
  status?: number
}

const pbx = '/api/v1/integracao/pbx/ligacao/'
const operations = new Map(operacao.options.map((each) => [`${pbx}${each}`, each]))

/**
 * Traces every request of an exchange once it is answered, refused ones too (also for their method or for slashes and
 * capitals in the address), and those whose answer nobody waited for or that the desk's end cut off. Call it before the
 * routes are opened.
 */
export function traceRequests(app: FastifyInstance, desk: Desk): void {
  const underWay = new UnderWay<Traced>()
  const note = (traced: Traced, unanswered?: Unanswered) => {
    const pedido = pedidoOf(traced, unanswered)
    const { authorization } = traced.reply.request.headers
    const secret = pedido.status === 401 ? (readAuthorization(authorization) ?? undefined) : undefined
    measureRequest(desk, pedido, traced.trace)
    noteRequest(desk, pedido, secret)
  }
  /** Traces a request once, at the first of the events below. */
  const noteOnce = ({ request: { traced } }: FastifyReply, unanswered?: Unanswered) =>
    traced?.end() && note(traced.of, unanswered)
  app.decorateRequest('trace', null)
  app.decorateRequest('traced', null)
  app.addHook('onRequest', (request, reply, done) => {
    const operacao = operations.get(request.routeOptions.url ?? addressMeant(request.url))
    if (operacao) {
      const trace: Trace = { arrived: desk.now(), since: performance.now() }
      request.trace = trace
      request.traced = underWay.begin({ reply, operacao, trace })
      // An answer that was taken is noted already. Closed before that, there was nobody to take it.
      reply.raw.once('close', () => reply.raw.writableEnded && noteOnce(reply, { motivo: 'nao_esperou' }))
    }
    done()
  })
  // The connection closed before the answer, but only now it is known what was done all the same.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.raw.destroyed) noteOnce(reply, { motivo: 'nao_esperou' })
    done()
  })
  app.addHook('onResponse', (_request, reply, done) => {
    noteOnce(reply)
    done()
  })
  // Requests that were not finished in time are cut by now. docs/interface.md: Connections.
  app.addHook('preClose', (done) => {
    for (const each of underWay.endAll()) note(each, { motivo: 'encerrado', status: 503 })
    done()
  })
}

const rounded = (ms: number) => Math.round(ms * 10) / 10

const textOrNone = (value: unknown) => (typeof value === 'string' ? value : undefined)
const numberOrNone = (value: unknown) => (typeof value === 'number' ? value : undefined)

/** One literal: of an object of so many fields that is put together by spreads, V8 makes a hash table of some 6 KB. */
function pedidoOf(
  { reply, operacao, trace }: Traced,
  { motivo, status = reply.statusCode }: Partial<Unanswered> = {},
): Pedido {
  const { id, ip, facts, refused } = reply.request
  const { arrived, since, judged, committed, call, called, usuarioId, clientes, decisao, ligacaoId } = trace
  const after = (at: number | undefined) => (at === undefined ? undefined : rounded(at - since))
  return {
    id,
    em: arrived.toISOString(),
    operacao,
    ip,
    status,
    ms: rounded(reply.elapsedTime),
    token: textOrNone(facts.token),
    motivo,
    recusa: refused?.errors,
    ramal: called?.ramal ?? undefined,
    identificador_interno: called?.identificador_interno ?? undefined,
    telefone: call?.telefone ?? undefined,
    telefone_chave: call?.telefone_chave || undefined,
    chave: call?.chave ?? undefined,
    usuario_id: usuarioId,
    clientes,
    decisao,
    ligacao: textOrNone(facts.ligacao) ?? ligacaoId,
    telas: numberOrNone(facts.telas),
    lida: after(judged),
    gravada: after(committed),
  }
}

/** Windows without a sound that one screen may report: how many at once, then how many per second. */
const silences = [20, 0.2] as const
const drawn = z.object({ id: z.string(), som: silencio.optional() })

/** Measures how soon windows are drawn, and notes where a screen drew one without a sound, and why. */
export function hearDrawn(desk: Desk, socket: Socket<ClientEvents>, usuario_id: number): void {
  const told = new RateLimiter(...silences)
  socket.on('ligacao:exibida', (body) => {
    const { data } = drawn.safeParse(body)
    if (!data || !isLigacaoId(data.id)) return
    measureDrawn(desk, data.id)
    const { id: ligacao, som } = data
    if (!som || !told.take()) return
    const em = desk.now().toISOString()
    noteRequest(desk, { id: randomUUID(), em, operacao: 'tela', ip: '', status: 200, ms: 0, usuario_id, ligacao, som })
  })
}
