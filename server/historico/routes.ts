import { everybody, supervisors } from '../acesso/routes/doors.ts'
import { idParams, route } from '../http/route.ts'
import { csvRoute } from '../http/sendFile.ts'
import { found } from '../http/wire.ts'
import { readLinhaDoTempo } from './readLinhaDoTempo.ts'
import { calledUsuarios } from './rows/history.ts'
import { exportLigacoes, searchLigacoes } from './searchLigacoes.ts'
import {
  ligacoesAnswer,
  ligacoesFilter,
  ligacoesQuery,
  linhaDoTempoAnswer,
  linhaDoTempoQuery,
  usuariosAnswer,
} from './wire.ts'

/** The history of calls, and the timeline of one customer. */
export const historicoRoutes = [
  route({
    method: 'GET',
    url: '/api/painel/ligacoes',
    access: everybody,
    query: ligacoesQuery,
    answer: ligacoesAnswer,
    handle: async (desk, { actor, query }) => found(await searchLigacoes(desk, actor, query)),
  }),

  csvRoute({
    url: '/api/painel/ligacoes/exportar',
    access: supervisors,
    query: ligacoesFilter,
    name: 'chamadas',
    rows: exportLigacoes,
  }),

  route({
    method: 'GET',
    url: '/api/painel/ligacoes/usuarios',
    access: supervisors,
    answer: usuariosAnswer,
    handle: async ({ database }) => found({ usuarios: await calledUsuarios(database) }),
  }),

  route({
    method: 'GET',
    url: '/api/painel/clientes/:id/linha_do_tempo',
    access: everybody,
    params: idParams,
    query: linhaDoTempoQuery,
    answer: linhaDoTempoAnswer,
    handle: async (desk, { actor, ip, params, query }) =>
      found(await readLinhaDoTempo(desk, { ...actor, ip }, params.id, query)),
  }),
]
