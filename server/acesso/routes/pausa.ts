import { route } from '../../http/route.ts'
import { startPausa, stopPausa } from '../changePausa.ts'
import { openPausas, pausaOf } from '../rows/pausa.ts'
import { pausaAnswer, pausaRequest, pausasAnswer } from '../wire.ts'

const people = { people: 'all' } as const
const success = { status: 'success', msg: 'Dados consultados com sucesso' }

/** One's own pause, and for supervisors everybody's. docs/interface.md: Pauses */
export const pausaRoutes = [
  route({
    method: 'GET',
    url: '/api/painel/pausa',
    access: people,
    answer: pausaAnswer,
    handle: async ({ database }, { actor }) => ({ ...success, pausa: await pausaOf(database, actor.usuarioId) }),
  }),

  route({
    method: 'POST',
    url: '/api/painel/pausa',
    access: people,
    body: pausaRequest,
    answer: pausaAnswer,
    handle: async (desk, { actor, body }) => ({
      status: 'success',
      msg: 'Em pausa',
      pausa: await startPausa(desk, actor.usuarioId, body.motivo),
    }),
  }),

  route({
    method: 'POST',
    url: '/api/painel/pausa/encerrar',
    access: people,
    answer: pausaAnswer,
    async handle(desk, { actor }) {
      await stopPausa(desk, actor.usuarioId)
      return { status: 'success', msg: 'Pausa encerrada', pausa: null }
    },
  }),

  route({
    method: 'GET',
    url: '/api/painel/pausas',
    access: { people: ['supervisor', 'administrador'] },
    answer: pausasAnswer,
    handle: async ({ database }) => ({ ...success, pausas: await openPausas(database) }),
  }),
]
