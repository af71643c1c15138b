import { finished } from 'node:stream'
import fresh from 'fresh'
import Negotiator from 'negotiator'
import { everybody, supervisors, whoOf } from '../acesso/routes/doors.ts'
import { acessosAnswer, acessosQuery } from '../auditoria/wire.ts'
import { exampleOf } from '../http/docs/examples.ts'
import { idParams, route, together } from '../http/route.ts'
import { sendFile } from '../http/sendFile.ts'
import { consultados } from '../http/wire.ts'
import { browseClientes, countClientes, exportFiltered } from './browseClientes.ts'
import { countFound, lookupClientes, searchClientes } from './findClientes.ts'
import { listClientes } from './listClientes.ts'
import { readAcessos } from './readAcessos.ts'
import { revealDocumento } from './revealDocumento.ts'
import { readPacotes } from './rows/browse.ts'
import { readOpcoes } from './rows/filterOptions.ts'
import {
  browseAnswer,
  browseExportQuery,
  browseFilter,
  browseQuery,
  browseTotalAnswer,
  opcoesAnswer,
  pacotesAnswer,
} from './wire/browse.ts'
import { clienteSchema, relacoesPadrao, servicoCampos, servicoRelacoes } from './wire/cliente.ts'
import { clienteListAnswer, clienteListParams, clienteLookupParams } from './wire/list.ts'
import { clientesBuscaAnswer, clientesBuscaQuery, clientesBuscaTotalAnswer, documentoAnswer } from './wire/resumo.ts'

const json = 'application/json; charset=utf-8'

/** The example of an answer with one customer, whose services carry these relations. */
function example(relacoes: readonly (keyof typeof servicoRelacoes)[]) {
  const shown = relacoes.map((relacao) => [relacao, exampleOf(servicoRelacoes[relacao])])
  const servico = { ...exampleOf(servicoCampos), ...Object.fromEntries(shown) }
  const cliente = { ...exampleOf(clienteSchema.shape), servicos: [servico] }
  return { ...consultados, clientes: [cliente] }
}

/** What other systems read of the customers. spec: Endpoints 3; and the look-up that a billing event's service comes from. */
export const clienteIntegrationRoutes = [
  route({
    method: 'GET',
    url: '/api/v1/integracao/cliente/all',
    access: { token: 'cliente' },
    query: clienteListParams,
    answer: clienteListAnswer,
    document: {
      operationId: 'listarClientes',
      tag: 'Clientes',
      summary: 'Lista todos os clientes',
      description:
        'Sem parâmetros, todos os clientes. Sem `relacoes`, cada serviço traz as dez relações de sempre; com `relacoes`, só as listadas. O resultado fica guardado por um intervalo curto e é o mesmo para consultas iguais.',
      answers: {
        completa: { summary: 'Sem relacoes', value: example(relacoesPadrao) },
        pacotes: { summary: 'Com relacoes=pacotes', value: example(['pacotes']) },
      },
      headers: ['X-Cache', 'Age', 'ETag'],
      sent: [
        {
          in: 'header',
          name: 'If-None-Match',
          description: 'A `ETag` da lista que você já tem',
          schema: { type: 'string' },
        },
      ],
      refusals: [304],
    },
    async handle(desk, request, reply) {
      const held = request.headers['if-none-match']
      const accepted = new Negotiator(request.raw).encodings(['gzip', 'x-gzip'])
      const encoding = accepted.length > 0 ? 'gzip' : 'identity'
      const answer = await listClientes(desk, {
        params: request.query,
        encoding,
        by: request.token.id,
        has: held === undefined ? null : (etag) => fresh({ 'if-none-match': held }, { etag }),
      })
      // Also when the caller went away while the list was being found.
      finished(reply.raw, answer.leave)
      if (reply.raw.destroyed) answer.leave()
      Object.assign(request.facts, { lista: answer.outcome })
      reply
        .header('x-cache', answer.outcome)
        .header('age', answer.age)
        .header('etag', answer.etag)
        .header('vary', 'Accept-Encoding, Authorization')
        .header('cache-control', 'private, no-cache')
      if (!answer.content) return reply.code(304).send()
      if (encoding === 'gzip') reply.header('content-encoding', 'gzip')
      if (answer.content.length !== null) reply.header('content-length', answer.content.length)
      // Sent as it was written: bytes pass by the serializer of the answer's schema.
      return reply.type(json).send(answer.content.body)
    },
  }),

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
      answers: { achado: { summary: 'Um cliente achado', value: example(relacoesPadrao) } },
      headers: [],
    },
    async handle(desk, request, reply) {
      const clientes = await lookupClientes(desk, request.query)
      // The items are JSON text already, like the list's.
      const text = `{"status":"success","msg":"Dados consultados com sucesso","clientes":[${clientes.join(',')}]}`
      return reply.type(json).serializer(String).send(text)
    },
  }),
]

/** The customers an agent looks up, and the supervisors' list of them. */
export const clientePainelRoutes = [
  route({
    method: 'GET',
    url: '/api/painel/clientes/busca',
    access: everybody,
    query: clientesBuscaQuery,
    answer: clientesBuscaAnswer,
    handle: async (desk, request) => ({
      ...consultados,
      ...(await searchClientes(desk, whoOf(request), request.query.termo)),
    }),
  }),

  route({
    method: 'GET',
    url: '/api/painel/clientes/busca/total',
    access: everybody,
    query: clientesBuscaQuery,
    answer: clientesBuscaTotalAnswer,
    handle: async (desk, request) => ({
      ...consultados,
      ...(await countFound(desk, whoOf(request), request.query.termo)),
    }),
  }),

  route({
    method: 'POST',
    url: '/api/painel/clientes/:id/documento',
    access: everybody,
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
    query: browseQuery,
    answer: browseAnswer,
    handle: async (desk, request) => ({
      ...consultados,
      clientes: await browseClientes(desk, whoOf(request), request.query),
    }),
  }),

  route({
    method: 'GET',
    url: '/api/painel/clientes/:id/acessos',
    access: supervisors,
    params: idParams,
    query: acessosQuery,
    answer: acessosAnswer,
    handle: async (desk, { params, query }) => ({
      ...consultados,
      ...(await readAcessos(desk, params.id, query.apos ?? null)),
    }),
  }),

  route({
    method: 'GET',
    url: '/api/painel/clientes/total',
    access: supervisors,
    query: browseFilter,
    answer: browseTotalAnswer,
    handle: async (desk, request) => ({
      ...consultados,
      total: await countClientes(desk, whoOf(request), request.query),
    }),
  }),

  route({
    method: 'GET',
    url: '/api/painel/clientes/pacotes',
    access: supervisors,
    answer: pacotesAnswer,
    handle: async ({ database }) => ({ ...consultados, pacotes: await readPacotes(database) }),
  }),

  route({
    method: 'GET',
    url: '/api/painel/clientes/opcoes',
    access: supervisors,
    answer: opcoesAnswer,
    handle: async ({ database }) => ({ ...consultados, opcoes: await readOpcoes(database) }),
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
