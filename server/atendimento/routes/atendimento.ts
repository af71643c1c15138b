import { everybody, supervisors } from '../../acesso/routes/doors.ts'
import { idParams, route, uuidParams } from '../../http/route.ts'
import { csvRoute } from '../../http/sendFile.ts'
import { done, found } from '../../http/wire.ts'
import { linkClienteRequest } from '../../ligacao/wire/ligacao.ts'
import { fillModelos } from '../fillModelos.ts'
import { linkAtendimento } from '../linkAtendimento.ts'
import { exportAtendimentos, listAtendimentos } from '../listAtendimentos.ts'
import { listColleagues } from '../listColleagues.ts'
import { openAtendimento } from '../openAtendimento.ts'
import { passAtendimento, unpassAtendimento } from '../passAtendimento.ts'
import { readAtendimento } from '../readAtendimento.ts'
import { atendimentosOf } from '../rows/listAtendimentos.ts'
import { saveAtendimento } from '../saveAtendimento.ts'
import {
  atendimentoAnswer,
  atendimentoInteiroAnswer,
  atendimentoListAnswer,
  atendimentoListFilter,
  atendimentoListQuery,
  atendimentosAnswer,
  atendimentosQuery,
  colegasAnswer,
  passAnswer,
  passRequest,
  saveAtendimentoRequest,
  unpassRequest,
} from '../wire/atendimento.ts'
import { modelosPreenchidosAnswer } from '../wire/modelos.ts'

const base = '/api/painel/atendimentos'

/** Opens, saves, finds and passes on tickets: an agent's own, everybody's for supervisors. */
export const atendimentoRoutes = [
  route({
    method: 'POST',
    url: '/api/painel/ligacoes/:id/atendimento',
    access: everybody,
    params: uuidParams,
    answer: atendimentoAnswer,
    handle: async (desk, { actor, params }) => {
      const opened = await openAtendimento(desk, actor.usuarioId, params.id)
      return done(`Atendimento aberto: protocolo ${opened.atendimento.protocolo}`, opened)
    },
  }),

  route({
    method: 'GET',
    url: base,
    access: everybody,
    query: atendimentosQuery,
    answer: atendimentosAnswer,
    handle: async ({ database }, { actor, query }) =>
      found(await atendimentosOf(database, actor.usuarioId, query.estado)),
  }),

  route({
    method: 'PATCH',
    url: `${base}/:id`,
    access: everybody,
    params: idParams,
    body: saveAtendimentoRequest,
    answer: atendimentoAnswer,
    handle: async (desk, { actor, params, body }) =>
      done('Atendimento salvo', await saveAtendimento(desk, actor.usuarioId, params.id, body)),
  }),

  route({
    method: 'GET',
    url: `${base}/lista`,
    access: everybody,
    query: atendimentoListQuery,
    answer: atendimentoListAnswer,
    handle: async (desk, { actor, query }) => found(await listAtendimentos(desk, actor, query)),
  }),

  csvRoute({
    url: `${base}/exportar`,
    access: supervisors,
    query: atendimentoListFilter,
    name: 'atendimentos',
    rows: exportAtendimentos,
  }),

  route({
    method: 'GET',
    url: `${base}/:id`,
    access: everybody,
    params: idParams,
    answer: atendimentoInteiroAnswer,
    handle: async (desk, { actor, params }) => found({ atendimento: await readAtendimento(desk, actor, params.id) }),
  }),

  route({
    method: 'GET',
    url: `${base}/:id/modelos`,
    access: everybody,
    params: idParams,
    answer: modelosPreenchidosAnswer,
    handle: async (desk, { actor, params }) => found({ modelos: await fillModelos(desk, actor, params.id) }),
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
      return done(`Atendimento passado para ${atendimento.usuario}`, { atendimento })
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
      return done(`O atendimento é de novo de ${atendimento.usuario}`, { atendimento })
    },
  }),

  route({
    method: 'POST',
    url: `${base}/:id/cliente`,
    access: everybody,
    params: idParams,
    body: linkClienteRequest,
    answer: atendimentoInteiroAnswer,
    handle: async (desk, { actor, ip, params, body }) =>
      done('Cliente ligado ao atendimento', {
        atendimento: await linkAtendimento(desk, { ...actor, ip }, params.id, body.id_cliente),
      }),
  }),

  route({
    method: 'GET',
    url: '/api/painel/colegas',
    access: everybody,
    answer: colegasAnswer,
    handle: async (desk, { actor }) => found({ colegas: await listColleagues(desk, actor.papel) }),
  }),
]
