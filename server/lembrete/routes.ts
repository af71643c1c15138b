import { everybody } from '../acesso/routes/doors.ts'
import { idParams, route } from '../http/route.ts'
import { done, found } from '../http/wire.ts'
import { addLembrete, finishLembrete, putOffLembrete } from './keepLembretes.ts'
import { openLembretes } from './rows.ts'
import { lembretesAnswer, newLembrete } from './wire.ts'

const url = '/api/painel/lembretes'

/** Each person's own reminders. docs/interface.md: Reminders */
export const lembreteRoutes = [
  route({
    method: 'GET',
    url,
    access: everybody,
    answer: lembretesAnswer,
    handle: async ({ database }, { actor }) => found({ lembretes: await openLembretes(database, actor.usuarioId) }),
  }),

  route({
    method: 'POST',
    url,
    access: everybody,
    body: newLembrete,
    answer: lembretesAnswer,
    handle: async (desk, { actor, body }) =>
      done('Lembrete anotado', { lembretes: await addLembrete(desk, actor.usuarioId, body) }),
  }),

  ...[
    { deed: 'feito', msg: 'Lembrete feito', act: finishLembrete },
    { deed: 'adiar', msg: 'Lembrete adiado', act: putOffLembrete },
  ].map(({ deed, msg, act }) =>
    route({
      method: 'POST',
      url: `${url}/:id/${deed}`,
      access: everybody,
      params: idParams,
      answer: lembretesAnswer,
      handle: async (desk, { actor, params }) => done(msg, { lembretes: await act(desk, actor.usuarioId, params.id) }),
    }),
  ),
]
