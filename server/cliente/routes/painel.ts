import { Readable } from 'node:stream'
import { whoOf } from '../../acesso/routes/doors.ts'
import { idParams, route } from '../../http/route.ts'
import { browseClientes, countClientes } from '../browseClientes.ts'
import { exportFiltered } from '../exportFiltered.ts'
import { revealDocumento } from '../revealDocumento.ts'
import { readPacotes } from '../rows/browse.ts'
import { searchClientes } from '../searchClientes.ts'
import {
  browseAnswer,
  browseExportQuery,
  browseFilter,
  browseQuery,
  browseTotalAnswer,
  pacotesAnswer,
} from '../wire/browse.ts'
import { clientesBuscaAnswer, clientesBuscaQuery, documentoAnswer } from '../wire/resumo.ts'

const consultados = { status: 'success', msg: 'Dados consultados com sucesso' } as const
const supervisors = { people: ['supervisor', 'administrador'] } as const
const types = { json: 'application/json; charset=utf-8', csv: 'text/csv; charset=utf-8' }

/** The customers an agent looks up, and the supervisors' list of them. */
export const clientePainelRoutes = [
  route({
    method: 'GET',
    url: '/api/painel/clientes/busca',
    access: { people: 'all' },
    query: clientesBuscaQuery,
    answer: clientesBuscaAnswer,
    handle: async (desk, { query }) => ({ ...consultados, clientes: await searchClientes(desk, query.termo) }),
  }),

  route({
    method: 'POST',
    url: '/api/painel/clientes/:id/documento',
    access: { people: 'all' },
    params: idParams,
    answer: documentoAnswer,
    handle: async (desk, request) => ({
      status: 'success',
      msg: 'Documento mostrado e registrado',
      cpf_cnpj: await revealDocumento(desk, whoOf(request), request.params.id),
    }),
  }),

  route({
    method: 'GET',
    url: '/api/painel/clientes',
    access: supervisors,
    personal: true,
    query: browseQuery,
    answer: browseAnswer,
    handle: async (desk, { query }) => ({ ...consultados, ...(await browseClientes(desk, query)) }),
  }),

  route({
    method: 'GET',
    url: '/api/painel/clientes/total',
    access: supervisors,
    personal: true,
    query: browseFilter,
    answer: browseTotalAnswer,
    handle: async (desk, { query }) => ({ ...consultados, total: await countClientes(desk, query) }),
  }),

  route({
    method: 'GET',
    url: '/api/painel/clientes/pacotes',
    access: supervisors,
    personal: true,
    answer: pacotesAnswer,
    handle: async ({ database }) => ({ ...consultados, pacotes: await readPacotes(database) }),
  }),

  route({
    method: 'GET',
    url: '/api/painel/clientes/exportar',
    access: supervisors,
    personal: true,
    query: browseExportQuery,
    async handle(desk, request, reply) {
      const { formato, ...filter } = request.query
      const pieces = await exportFiltered(desk, whoOf(request), formato, filter)
      const day = desk.now().toISOString().slice(0, 10)
      reply.type(types[formato]).header('content-disposition', `attachment; filename="clientes-${day}.${formato}"`)
      return reply.send(Readable.from(pieces, { objectMode: false }))
    },
  }),
]
