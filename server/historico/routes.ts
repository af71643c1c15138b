import { everybody, supervisors, whoOf } from '../acesso/routes/doors.ts'
import { idParams, route } from '../http/route.ts'
import { sendFile } from '../http/sendFile.ts'
import { consultados } from '../http/wire.ts'
import { exportLigacoes } from './exportLigacoes.ts'
import { openCliente } from './openCliente.ts'
import { calledUsuarios } from './rows/history.ts'
import { searchLigacoes } from './searchLigacoes.ts'
import { clientePaginaAnswer, ligacoesAnswer, ligacoesFilter, ligacoesQuery, usuariosAnswer } from './wire.ts'

/** The calls gone by, and the customer's page, which tells of them. */
export const historicoRoutes = [
  route({
    method: 'GET',
    url: '/api/painel/ligacoes',
    access: everybody,
    query: ligacoesQuery,
    answer: ligacoesAnswer,
    handle: async (desk, { actor, query }) => ({ ...consultados, ...(await searchLigacoes(desk, actor, query)) }),
  }),

  route({
    method: 'GET',
    url: '/api/painel/ligacoes/exportar',
    access: supervisors,
    query: ligacoesFilter,
    async handle(desk, { actor, ip, query }, reply) {
      return sendFile(desk, reply, { name: 'chamadas', formato: 'csv', by: actor.usuarioId }, () =>
        exportLigacoes(desk, { ...actor, ip }, query),
      )
    },
  }),

  route({
    method: 'GET',
    url: '/api/painel/ligacoes/usuarios',
    access: supervisors,
    answer: usuariosAnswer,
    handle: async ({ database }) => ({ ...consultados, usuarios: await calledUsuarios(database) }),
  }),

  route({
    method: 'GET',
    url: '/api/painel/clientes/:id',
    access: supervisors,
    params: idParams,
    answer: clientePaginaAnswer,
    handle: async (desk, request) => ({
      ...consultados,
      cliente: await openCliente(desk, whoOf(request), request.params.id),
    }),
  }),
]
