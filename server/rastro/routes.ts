import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Socket } from 'socket.io'
import { z } from 'zod'
import { supervisors } from '../acesso/routes/doors.ts'
import type { Desk } from '../desk.ts'
import { RateLimiter } from '../flow/rateLimiter.ts'
import { readAuthorization } from '../http/credentials.ts'
import { route } from '../http/route.ts'
import { consultados } from '../http/wire.ts'
import { isLigacaoId } from '../ligacao/rules/call.ts'
import type { Trace } from '../ligacao/rules/trace.ts'
import type { ClientEvents } from '../ligacao/wire/ligacao.ts'
import { diagnose } from './diagnose.ts'
import { measureDrawn, measureRequest } from './measureCalls.ts'
import { noteRequest } from './noteRequest.ts'
import type { Pedido } from './rules/pedido.ts'
import { diagnosticoAnswer, diagnosticoQuery } from './wire.ts'

/** Why it did not ring, for supervisors. docs/interface.md: Why it did not ring. */
export const rastroRoutes = [
  route({
    method: 'GET',
    url: '/api/painel/ligacoes/diagnostico',
    access: supervisors,
    query: diagnosticoQuery,
    answer: diagnosticoAnswer,
    handle: async (desk, { query }) => ({ ...consultados, ...(await diagnose(desk, query)) }),
  }),
]

const pbx = '/api/v1/integracao/pbx/ligacao/'
const operations = new Map(
  (['notificar', 'cancelar', 'consultar'] as const).map((operacao) => [`${pbx}${operacao}`, operacao]),
)

/** Traces every request of an exchange, refused ones too, once it is answered. Before the routes are opened. */
export function traceRequests(app: FastifyInstance, desk: Desk): void {
  app.decorateRequest('trace', null)
  app.addHook('onRequest', (request, _reply, done) => {
    if (operations.has(request.routeOptions.url ?? ''))
      request.trace = { arrived: desk.now(), since: performance.now() }
    done()
  })
  app.addHook('onResponse', (request, { statusCode: status, elapsedTime }, done) => {
    const operacao = operations.get(request.routeOptions.url ?? '')
    const { trace, id, ip, facts, refused } = request
    if (operacao && trace) {
      const { token, ligacao, telas } = facts
      const named = { token, ligacao, telas }
      const pedido = { id, em: trace.arrived.toISOString(), operacao, ip, status, ms: rounded(elapsedTime) }
      const secret = status === 401 ? (readAuthorization(request.headers.authorization) ?? undefined) : undefined
      const traced = tracedOf(pedido, trace, named, refused?.errors)
      measureRequest(desk, traced, trace)
      noteRequest(desk, traced, secret)
    }
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
