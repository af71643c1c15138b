import { finished, Readable } from 'node:stream'
import fresh from 'fresh'
import Negotiator from 'negotiator'
import { admitAgain } from '../acesso/routes/doors.ts'
import { exampleOfClientes } from '../cliente/routes.ts'
import { relacoesPadrao } from '../cliente/wire/cliente.ts'
import { clienteListAnswer, clienteListParams } from '../cliente/wire/list.ts'
import { route } from '../http/route.ts'
import { listClientes } from './listClientes.ts'

const json = 'application/json; charset=utf-8'

/** The list of all customers, as other systems read it. spec: Endpoints 3. */
export const listagemRoutes = [
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
        completa: { summary: 'Sem relacoes', value: exampleOfClientes(relacoesPadrao) },
        pacotes: { summary: 'Com relacoes=pacotes', value: exampleOfClientes(['pacotes']) },
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
      invalid: { limit: 'deve ser um número inteiro maior que zero' },
      refusals: [304],
    },
    async handle(desk, request, reply) {
      const held = request.headers['if-none-match']
      const encoding = new Negotiator(request.raw).encodings(['gzip']).length > 0 ? 'gzip' : 'identity'
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
      const { body, length } = answer.content ?? { body: undefined, length: null }
      if (!body) reply.code(304)
      else {
        reply.type(json)
        if (encoding === 'gzip') reply.header('content-encoding', 'gzip')
      }
      if (length !== null) reply.header('content-length', length)
      if (!(body instanceof Readable) && answer.again() !== null)
        reply.server.repeats.note(request, reply, {
          body,
          again() {
            const age = answer.again()
            return age !== null && admitAgain(desk, request.token) ? { age: `${age}` } : null
          },
        })
      // Bytes and streams bypass the serializer of the answer's schema: the list is sent as it was written.
      return reply.send(body)
    },
  }),
]
