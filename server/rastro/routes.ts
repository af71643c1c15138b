import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Socket } from 'socket.io'
import { z } from 'zod'
import { administrators, supervisors } from '../acesso/routes/doors.ts'
import type { Desk } from '../desk.ts'
import { RateLimiter } from '../flow/rateLimiter.ts'
import { readAuthorization } from '../http/credentials.ts'
import { idParams, route } from '../http/route.ts'
import { consultados } from '../http/wire.ts'
import { isLigacaoId } from '../ligacao/rules/call.ts'
import type { Trace } from '../ligacao/rules/trace.ts'
import type { ClientEvents } from '../ligacao/wire/ligacao.ts'
import { countUso } from './countUso.ts'
import { diagnose } from './diagnose.ts'
import { measureDrawn, measureRequest } from './measureCalls.ts'
import { noteRequest } from './noteRequest.ts'
import type { Pedido, SemResposta } from './rules/pedido.ts'
import { diagnosticoAnswer, diagnosticoQuery, usoAnswer } from './wire.ts'

/** Why it did not ring, and what a token did. docs/interface.md: Why it did not ring. */
export const rastroRoutes = [
  route({
    method: 'GET',
    url: '/api/painel/ligacoes/diagnostico',
    access: supervisors,
    query: diagnosticoQuery,
    answer: diagnosticoAnswer,
    handle: async (desk, { query }) => ({ ...consultados, ...(await diagnose(desk, query)) }),
  }),

  route({
    method: 'GET',
    url: '/api/painel/tokens/:id/uso',
    access: administrators,
    params: idParams,
    answer: usoAnswer,
    handle: async (desk, { params }) => ({ ...consultados, uso: await countUso(desk, params.id) }),
  }),
]

const pbx = '/api/v1/integracao/pbx/ligacao/'
const operations = new Map(
  (['notificar', 'cancelar', 'consultar'] as const).map((operacao) => [`${pbx}${operacao}`, operacao]),
)

/**
 * Traces every request of an exchange, refused ones too, once it is answered; and those that nobody waited for, or that the
 * desk's end cut off. Before the routes are opened.
 */
export function traceRequests(app: FastifyInstance, desk: Desk): void {
  const underWay = new Map<FastifyReply, Pedido['operacao']>()
  /** Once for each: whatever comes first. */
  const note = (reply: FastifyReply, unanswered?: { motivo: SemResposta; status?: number }) => {
    const operacao = underWay.get(reply)
    if (!operacao || !underWay.delete(reply)) return
    const { id, ip, facts, refused, trace, headers } = reply.request
    if (!trace) return
    const { token, ligacao, telas } = facts
    const named = { token, ligacao, telas }
    const status = unanswered?.status ?? reply.statusCode
    const pedido = { id, em: trace.arrived.toISOString(), operacao, ip, status, ms: rounded(reply.elapsedTime) }
    const secret = status === 401 ? (readAuthorization(headers.authorization) ?? undefined) : undefined
    const traced = tracedOf(pedido, trace, named, refused?.errors)
    if (unanswered) traced.motivo = unanswered.motivo
    measureRequest(desk, traced, trace)
    noteRequest(desk, traced, secret)
  }
  app.decorateRequest('trace', null)
  app.addHook('onRequest', (request, reply, done) => {
    const operacao = operations.get(request.routeOptions.url ?? '')
    if (operacao) {
      request.trace = { arrived: desk.now(), since: performance.now() }
      underWay.set(reply, operacao)
      // After an answer it is noted already; without one there was nobody to take it.
      reply.raw.once('close', () => reply.raw.writableEnded && note(reply, { motivo: 'nao_esperou' }))
    }
    done()
  })
  // The connection closed before, and by now it is known what was done all the same.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (reply.raw.destroyed) note(reply, { motivo: 'nao_esperou' })
    done()
  })
  app.addHook('onResponse', (_request, reply, done) => {
    note(reply)
    done()
  })
  // Those that were not finished in time are cut by now. docs/interface.md: Connections.
  app.addHook('preClose', (done) => {
    for (const reply of underWay.keys()) note(reply, { motivo: 'encerrado', status: 503 })
    done()
  })
}

const rounded = (ms: number) => Math.round(ms * 10) / 10

function tracedOf(
  pedido: Pedido,
  { since, judged, committed, call, called, usuarioId, clientes, decisao }: Trace,
  { token, ligacao, telas }: Pick<Record<string, unknown>, 'token' | 'ligacao' | 'telas'>,
  recusa: string[] | undefined,
): Pedido {
  const after = (at: number | undefined) => (at === undefined ? undefined : rounded(at - since))
  const all = {
    token: typeof token === 'string' ? token : undefined,
    ramal: called?.ramal ?? undefined,
    identificador_interno: called?.identificador_interno ?? undefined,
    telefone: call?.telefone ?? undefined,
    telefone_chave: call?.telefone_chave || undefined,
    chave: call?.chave ?? undefined,
    usuario_id: usuarioId,
    clientes,
    decisao,
    ligacao: typeof ligacao === 'string' ? ligacao : undefined,
    telas: typeof telas === 'number' ? telas : undefined,
    lida: after(judged),
    gravada: after(committed),
    recusa,
  }
  return { ...pedido, ...all }
}

/** Of one screen: at once, and then a second. */
const silences = [20, 0.2] as const
const drawn = z.object({ id: z.string(), som: z.enum(['mudo', 'bloqueado']).optional() })

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
