import { everybody, supervisors, whoOf } from '../../acesso/routes/doors.ts'
import { modelosPreenchidosAnswer } from '../../atendimento/wire/modelo.ts'
import { idParams, route } from '../../http/route.ts'
import { sendFile } from '../../http/sendFile.ts'
import { consultados } from '../../http/wire.ts'
import { fillModelos } from '../fillModelos.ts'
import { linkAtendimento } from '../linkAtendimento.ts'
import { exportAtendimentos, listAtendimentos } from '../listAtendimentos.ts'
import { listColleagues } from '../listColleagues.ts'
import { passAtendimento, unpassAtendimento } from '../passAtendimento.ts'
import { readAtendimento } from '../readAtendimento.ts'
import {
  colegasAnswer,
  passAnswer,
  passRequest,
  ticketAnswer,
  ticketFilter,
  ticketQuery,
  ticketsAnswer,
  unpassRequest,
} from '../wire/atendimentos.ts'
import { linkClienteRequest } from '../wire/ligacao.ts'

const base = '/api/painel/atendimentos'

/** Tickets found again, opened in place and passed on: an agent's own, everybody's for supervisors. */
export const ticketRoutes = [
  route({
    method: 'GET',
    url: `${base}/lista`,
    access: everybody,
    query: ticketQuery,
    answer: ticketsAnswer,
    handle: async (desk, { actor, query }) => ({ ...consultados, ...(await listAtendimentos(desk, actor, query)) }),
  }),

  route({
    method: 'GET',
    url: `${base}/exportar`,
    access: supervisors,
    query: ticketFilter,
    async handle(desk, request, reply) {
      const who = whoOf(request)
      return sendFile(desk, reply, { name: 'atendimentos', formato: 'csv', by: who.usuarioId }, () =>
        exportAtendimentos(desk, who, request.query),
      )
    },
  }),

  route({
    method: 'GET',
    url: `${base}/:id`,
    access: everybody,
    params: idParams,
    answer: ticketAnswer,
    handle: async (desk, { actor, params }) => ({
      ...consultados,
      atendimento: await readAtendimento(desk, actor, params.id),
    }),
  }),

  route({
    method: 'GET',
    url: `${base}/:id/modelos`,
    access: everybody,
    params: idParams,
    answer: modelosPreenchidosAnswer,
    handle: async (desk, { actor, params }) => ({ ...consultados, modelos: await fillModelos(desk, actor, params.id) }),
  }),

  route({
    method: 'POST',
    url: `${base}/:id/passar`,
    access: everybody,
    params: idParams,
    body: passRequest,
    answer: passAnswer,
    async handle(desk, { actor, ip, params, body }) {
      const { atendimento } = await passAtendimento(desk, { ...actor, ip }, params.id, body)
      return { status: 'success', msg: `Atendimento passado para ${atendimento.usuario}`, atendimento }
    },
  }),

  route({
    method: 'POST',
    url: `${base}/:id/passar/desfazer`,
    access: everybody,
    params: idParams,
    body: unpassRequest,
    answer: passAnswer,
    async handle(desk, { actor, ip, params, body }) {
      const { atendimento } = await unpassAtendimento(desk, { ...actor, ip }, params.id, body.versao)
      return { status: 'success', msg: `O atendimento é de novo de ${atendimento.usuario}`, atendimento }
    },
  }),

  route({
    method: 'POST',
    url: `${base}/:id/cliente`,
    access: everybody,
    params: idParams,
    body: linkClienteRequest,
    answer: ticketAnswer,
    handle: async (desk, { actor, ip, params, body }) => ({
      status: 'success',
      msg: 'Cliente ligado ao atendimento',
      atendimento: await linkAtendimento(desk, { ...actor, ip }, params.id, body.id_cliente),
    }),
  }),

  route({
    method: 'GET',
    url: '/api/painel/colegas',
    access: everybody,
    answer: colegasAnswer,
    handle: async (desk, { actor }) => ({ ...consultados, colegas: await listColleagues(desk, actor.papel) }),
  }),
]
