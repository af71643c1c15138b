import { route } from '../../http/route.ts'
import { done, found } from '../../http/wire.ts'
import { startPausa, stopPausa } from '../changePausa.ts'
import { saveMotivoPausa } from '../keepMotivosPausa.ts'
import { listMotivosPausa } from '../rows/motivosPausa.ts'
import { openPausas, pausaOf } from '../rows/pausa.ts'
import { motivoPausaRequest, motivosPausaAnswer, pausaAnswer, pausaRequest, pausasAnswer } from '../wire.ts'
import { administrators, everybody, supervisors } from './doors.ts'
import { keptList } from './keptList.ts'

const motivos = keptList('/api/painel/motivos_pausa', motivosPausaAnswer, async ({ database }) => ({
  motivos: await listMotivosPausa(database),
}))

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

  motivos.read(everybody),
  motivos.save(administrators, motivoPausaRequest, saveMotivoPausa, 'Motivo de pausa salvo'),
]
