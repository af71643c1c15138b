import { route } from '../../http/route.ts'
import { done, found } from '../../http/wire.ts'
import { startPausa, stopPausa } from '../changePausa.ts'
import { saveMotivoPausa } from '../keepMotivosPausa.ts'
import { listMotivosPausa } from '../rows/motivosPausa.ts'
import { openPausas, pausaOf } from '../rows/pausa.ts'
import { motivoPausaRequest, motivosPausaAnswer, pausaAnswer, pausaRequest, pausasAnswer } from '../wire.ts'
import { administrators, everybody, supervisors, whoOf } from './doors.ts'

const motivos = '/api/painel/motivos_pausa'

/** A user's own pause, everybody's pauses for supervisors, and the list of reasons. docs/interface.md: Pauses */
export const pausaRoutes = [
  route({
    method: 'GET',
    url: '/api/painel/pausa',
    access: everybody,
    answer: pausaAnswer,
    handle: async ({ database }, { actor }) => found({ pausa: await pausaOf(database, actor.usuarioId) }),
  }),

  route({
    method: 'POST',
    url: '/api/painel/pausa',
    access: everybody,
    body: pausaRequest,
    answer: pausaAnswer,
    handle: async (desk, { actor, body }) =>
      done('Em pausa', { pausa: await startPausa(desk, actor.usuarioId, body.motivo) }),
  }),

  route({
    method: 'POST',
    url: '/api/painel/pausa/encerrar',
    access: everybody,
    answer: pausaAnswer,
    async handle(desk, { actor }) {
      await stopPausa(desk, actor.usuarioId)
      return done('Pausa encerrada', { pausa: null })
    },
  }),

  route({
    method: 'GET',
    url: '/api/painel/pausas',
    access: supervisors,
    answer: pausasAnswer,
    handle: async ({ database }) => found({ pausas: await openPausas(database) }),
  }),

  route({
    method: 'GET',
    url: motivos,
    access: everybody,
    answer: motivosPausaAnswer,
    handle: async ({ database }) => found({ motivos: await listMotivosPausa(database) }),
  }),

  route({
    method: 'POST',
    url: motivos,
    access: administrators,
    body: motivoPausaRequest,
    answer: motivosPausaAnswer,
    async handle(desk, request) {
      await saveMotivoPausa(desk, whoOf(request), request.body)
      return done('Motivo de pausa salvo', { motivos: await listMotivosPausa(desk.database) })
    },
  }),
]
