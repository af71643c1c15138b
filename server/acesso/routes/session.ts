import { idParams, route } from '../../http/route.ts'
import { done, found } from '../../http/wire.ts'
import { notFound } from '../../refusal.ts'
import { endOwnSessoes } from '../administerUsuarios.ts'
import { presentActor } from '../recognizePerson.ts'
import { listSessoes } from '../rows/session.ts'
import { euAnswer, sessoesAnswer, sessoesEncerradasAnswer } from '../wire.ts'
import { everybody, whoOf } from './doors.ts'

export const sessionRoutes = [
  route({
    method: 'GET',
    url: '/api/painel/eu',
    access: everybody,
    answer: euAnswer,
    handle: async (desk, { actor }) => found({ usuario: presentActor(desk, actor) }),
  }),

  route({
    method: 'GET',
    url: '/api/painel/sessoes',
    access: everybody,
    answer: sessoesAnswer,
    handle: async (desk, { actor }) => found({ sessoes: await listSessoes(desk, actor) }),
  }),

  route({
    method: 'POST',
    url: '/api/painel/sessoes/encerrar',
    access: everybody,
    answer: sessoesEncerradasAnswer,
    handle: async (desk, { actor, ip }) =>
      done('Sessões encerradas com sucesso', { encerradas: await endOwnSessoes(desk, whoOf({ actor, ip })) }),
  }),

  route({
    method: 'POST',
    url: '/api/painel/sessoes/:id/encerrar',
    access: everybody,
    params: idParams,
    answer: sessoesEncerradasAnswer,
    async handle(desk, { actor, ip, params: { id } }) {
      const encerradas = await endOwnSessoes(desk, whoOf({ actor, ip }), id)
      if (encerradas === 0) throw notFound('Esta sessão')
      return done('Sessão encerrada com sucesso', { encerradas })
    },
  }),
]
