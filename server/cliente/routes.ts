import { everybody, supervisors, whoOf } from '../acesso/routes/doors.ts'
import { acessosAnswer, acessosQuery } from '../auditoria/wire.ts'
import { exampleOf } from '../http/docs/examples.ts'
import { idParams, route, together } from '../http/route.ts'
import { sendFile } from '../http/sendFile.ts'
import { done, found } from '../http/wire.ts'
import { browseClientes, countClientes, exportFiltered } from './browseClientes.ts'
import { countFound, lookupClientes, searchClientes } from './findClientes.ts'
import { openCliente, readAcessos, revealDocumento } from './readCliente.ts'
import { readPacotes } from './rows/browse.ts'
import { readOpcoes } from './rows/filterOptions.ts'
import {
  browseAnswer,
  browseExportQuery,
  browseFilter,
  browseQuery,
  browseTotalAnswer,
  clienteAnswer,
  opcoesAnswer,
  pacotesAnswer,
} from './wire/browse.ts'
import { clienteSchema, relacoesPadrao, servicoCampos, servicoRelacoes } from './wire/cliente.ts'
import { clienteListAnswer, clienteListFrame, clienteLookupParams } from './wire/list.ts'
import { clientesBuscaAnswer, clientesBuscaQuery, clientesBuscaTotalAnswer, documentoAnswer } from './wire/resumo.ts'

const json = 'application/json; charset=utf-8'

/** The example of an answer with one customer, whose services carry these relations. */
export function exampleOfClientes(relacoes: readonly (keyof typeof servicoRelacoes)[]) {
  const shown = relacoes.map((relacao) => [relacao, exampleOf(servicoRelacoes[relacao])])
  const servico = { ...exampleOf(servicoCampos), ...Object.fromEntries(shown) }
  const cliente = { ...exampleOf(clienteSchema.shape), servicos: [servico] }
  return found({ clientes: [cliente] })
}

/** The look-up in which other systems find the service for a billing event. */
export const clienteIntegrationRoutes = [
  route({
    method: 'GET',
    url: '/api/v1/integracao/cliente',
    access: { token: 'cliente' },
    query: together(clienteLookupParams),
    answer: clienteListAnswer,
    document: {
      operationId: 'procurarClientes',
      tag: 'Clientes',
      summary: 'Procura clientes por nome, documento, código, telefone, login ou serviço',
      description: 'Procura clientes; daqui vem o `id_cliente_servico` de um evento de faturamento.',
      answers: { achado: { summary: 'Um cliente achado', value: exampleOfClientes(relacoesPadrao) } },
      headers: [],
      invalid: { termo_busca: 'é obrigatório' },
    },
    async handle(desk, request, reply) {
      const clientes = await lookupClientes(desk, request.query)
      const { head, between, tail } = clienteListFrame
      return reply
        .type(json)
        .serializer(String)
        .send(`${head}${clientes.join(between)}${tail}`)
    },
  }),
]

/** The search in which an agent looks customers up, and the supervisors' list and pages of customers. */
export const clientePainelRoutes = [
  route({
    method: 'GET',
    url: '/api/painel/clientes/busca',
    access: everybody,
    query: clientesBuscaQuery,
    answer: clientesBuscaAnswer,
    handle: async (desk, request) => found(await searchClientes(desk, whoOf(request), request.query.termo)),
  }),

  route({
    method: 'GET',
    url: '/api/painel/clientes/busca/total',
    access: everybody,
    query: clientesBuscaQuery,
    answer: clientesBuscaTotalAnswer,
    handle: async (desk, request) => found(await countFound(desk, whoOf(request), request.query.termo)),
  }),

  route({
    method: 'POST',
    url: '/api/painel/clientes/:id/documento',
    access: everybody,
    params: idParams,
    answer: documentoAnswer,
    handle: async (desk, request) =>
      done('Documento mostrado e registrado', {
        cpf_cnpj: await revealDocumento(desk, whoOf(request), request.params.id),
      }),
  }),

  route({
    method: 'GET',
    url: '/api/painel/clientes',
    access: supervisors,
    query: browseQuery,
    answer: browseAnswer,
    handle: async (desk, request) => found({ clientes: await browseClientes(desk, whoOf(request), request.query) }),
  }),

  route({
    method: 'GET',
    url: '/api/painel/clientes/:id',
    access: supervisors,
    params: idParams,
    answer: clienteAnswer,
    handle: async (desk, request) => found({ cliente: await openCliente(desk, whoOf(request), request.params.id) }),
  }),

  route({
    method: 'GET',
    url: '/api/painel/clientes/:id/acessos',
    access: supervisors,
    params: idParams,
    query: acessosQuery,
    answer: acessosAnswer,
    handle: async (desk, { params, query }) => found(await readAcessos(desk, params.id, query.apos ?? null)),
  }),

  route({
    method: 'GET',
    url: '/api/painel/clientes/total',
    access: supervisors,
    query: browseFilter,
    answer: browseTotalAnswer,
    handle: async (desk, request) => found({ total: await countClientes(desk, whoOf(request), request.query) }),
  }),

  route({
    method: 'GET',
    url: '/api/painel/clientes/pacotes',
    access: supervisors,
    answer: pacotesAnswer,
    handle: async ({ database }) => found({ pacotes: await readPacotes(database) }),
  }),

  route({
    method: 'GET',
    url: '/api/painel/clientes/opcoes',
    access: supervisors,
    answer: opcoesAnswer,
    handle: async ({ database }) => found({ opcoes: await readOpcoes(database) }),
  }),

  route({
    method: 'GET',
    url: '/api/painel/clientes/exportar',
    access: supervisors,
    query: browseExportQuery,
    async handle(desk, request, reply) {
      const { formato, ...filter } = request.query
      const who = whoOf(request)
      return sendFile(desk, reply, { name: 'clientes', formato, by: who.usuarioId }, () =>
        exportFiltered(desk, who, formato, filter),
      )
    },
  }),
]
