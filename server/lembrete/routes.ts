import { everybody } from '../acesso/routes/doors.ts'
import { idParams, route } from '../http/route.ts'
import { consultados } from '../http/wire.ts'
import { addLembrete, finishLembrete, listLembretes, putOffLembrete } from './keepLembretes.ts'
import { lembretesAnswer, newLembrete } from './wire.ts'

const url = '/api/painel/lembretes'

/** Each person's own reminders. docs/interface.md: Reminders */
export const lembreteRoutes = [
  route({
    method: 'GET',
    url,
    access: everybody,
    answer: lembretesAnswer,
    handle: async (desk, { actor }) => ({ ...consultados, lembretes: await listLembretes(desk, actor.usuarioId) }),
  }),

  route({
    method: 'POST',
    url,
    access: everybody,
    body: newLembrete,
    answer: lembretesAnswer,
    handle: async (desk, { actor, body }) => ({
      status: 'success',
      msg: 'Lembrete anotado',
      lembretes: await addLembrete(desk, actor.usuarioId, body),
    }),
  }),

  route({
    method: 'POST',
    url: `${url}/:id/feito`,
    access: everybody,
    params: idParams,
    answer: lembretesAnswer,
    handle: async (desk, { actor, params }) => ({
      status: 'success',
      msg: 'Lembrete feito',
      lembretes: await finishLembrete(desk, actor.usuarioId, params.id),
    }),
  }),

  route({
    method: 'POST',
    url: `${url}/:id/adiar`,
    access: everybody,
    params: idParams,
    answer: lembretesAnswer,
    handle: async (desk, { actor, params }) => ({
      status: 'success',
      msg: 'Lembrete adiado',
      lembretes: await putOffLembrete(desk, actor.usuarioId, params.id),
    }),
  }),
]
