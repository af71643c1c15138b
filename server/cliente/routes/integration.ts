import { finished } from 'node:stream'
import fresh from 'fresh'
import Negotiator from 'negotiator'
import { exampleOf } from '../../http/docs/examples.ts'
import { route, together } from '../../http/route.ts'
import { listClientes } from '../listClientes.ts'
import { lookupClientes } from '../lookupClientes.ts'
import { clienteSchema, relacoesPadrao, servicoCampos, servicoRelacoes } from '../wire/cliente.ts'
import { clienteListAnswer, clienteListParams, clienteLookupParams } from '../wire/list.ts'

const json = 'application/json; charset=utf-8'

/** The example of an answer with one customer, whose services carry these relations. */
function example(relacoes: readonly (keyof typeof servicoRelacoes)[]) {
  const shown = relacoes.map((relacao) => [relacao, exampleOf(servicoRelacoes[relacao])])
  const servico = { ...exampleOf(servicoCampos), ...Object.fromEntries(shown) }
  const cliente = { ...exampleOf(clienteSchema.shape), servicos: [servico] }
  return { status: 'success', msg: 'Dados consultados com sucesso', clientes: [cliente] }
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
