import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Desk } from '../../desk.ts'
import type { Example } from '../../http/docs/document.ts'
import { route, Together } from '../../http/route.ts'
import { consultados, found } from '../../http/wire.ts'
import type { Judged } from '../../refusal.ts'
import { registerEvento } from '../registerEvento.ts'
import { activeTiposServico } from '../rows/tiposServico.ts'
import { type Autor, type EventoSent, judgeEvento } from '../rules/registration.ts'
import { camposConhecidos, eventoFaturamentoAnswer, eventoFaturamentoDocumented } from '../wire/evento.ts'
import { tiposServicoAnswer } from '../wire/tipoServico.ts'

/** The body of a registration, sent by another system or by the screens' form. */
export const eventoBody = new Together<EventoSent>(camposConhecidos, judgeEvento, eventoFaturamentoDocumented)

type Registering = Pick<FastifyRequest, 'raw' | 'facts'> & { body: Judged<EventoSent> }

/** Registers an event for another system or for the form, both judged and answered alike. Returns the answer's JSON. */
export async function answerRegistration(desk: Desk, autor: Autor, request: Registering, reply: FastifyReply) {
  // Node joins headers of one name, as if they were one key: a proxy's own beside a program's would be new each time.
  const idempotencyKeys = request.raw.headersDistinct['idempotency-key'] ?? []
  const { resposta, replayed } = await registerEvento(desk, { ...request.body, autor, idempotencyKeys })
  Object.assign(request.facts, { replayed })
  if (replayed) reply.header('idempotency-replayed', 'true')
  return resposta
}

const ids = { id_cliente_servico: 8, id_tipo_servico: 1 }

const requests: Record<string, Example> = {
  parcelado: {
    summary: 'Acréscimo em três parcelas',
    value: {
      ...ids,
      tipo: 'acrescimo',
      descricao: 'Troca de equipamento',
      valor: 100,
      parcelado: true,
      numero_total_parcelas: 3,
      mes_primeira_parcela: 12,
      ano_primeira_parcela: 2026,
    },
  },
  proximo: {
    summary: 'Desconto no próximo faturamento',
    value: {
      id_cliente_servico: '8',
      id_tipo_servico: '1',
      tipo: 'desconto',
      descricao: 'Indisponibilidade do serviço',
      valor: 15.5,
      parcelado: false,
      proximo_faturamento: true,
    },
  },
  mes: {
    summary: 'Acréscimo em um mês',
    value: {
      ...ids,
      tipo: 'acrescimo',
      descricao: 'Visita técnica',
      valor: 80,
      parcelado: false,
      proximo_faturamento: false,
      mes_processar: 1,
      ano_processar: 2027,
    },
  },
}

const answers: Record<string, Example> = {
  parcelado: {
    summary: 'Três parcelas',
    value: {
      status: 'success',
      msg: '3 Evento(s) de Farturamento de acrescimo cadastrados com sucesso. VALOR TOTAL: R$ 100.00',
      eventos_faturamento: [
        { id_evento_faturamento: 51 },
        { id_evento_faturamento: 52 },
        { id_evento_faturamento: 53 },
      ],
    },
  },
  unico: {
    summary: 'Um evento',
    value: {
      status: 'success',
      msg: '1 Evento(s) de Farturamento de desconto cadastrados com sucesso. VALOR TOTAL: R$ 15.50',
      eventos_faturamento: [{ id_evento_faturamento: 54 }],
    },
  },
}

const idempotencyKey = {
  in: 'header',
  name: 'Idempotency-Key',
  description: 'Até 255 bytes, uma só vez, por token, lembrada por 24 h: a repetição recebe a primeira resposta.',
  schema: { type: 'string', maxLength: 255 },
}

/** Other systems register events here (spec: Endpoints 4) and list the service types that a registration needs. */
export const financeiroRoutes = [
  route({
    method: 'POST',
    url: '/api/v1/integracao/financeiro/evento_faturamento',
    access: { token: 'financeiro', presumed: true },
    body: eventoBody,
    answer: eventoFaturamentoAnswer,
    document: {
      operationId: 'cadastrarEventoFaturamento',
      tag: 'Financeiro',
      summary: 'Cadastra um evento de faturamento',
      description:
        'Um acréscimo ou desconto, de uma vez ou em parcelas, que diferem em um centavo no máximo e somam exatamente o valor. Campos condicionais que não se aplicam são ignorados.',
      request: requests,
      answers,
      headers: ['Idempotency-Replayed'],
      sent: [idempotencyKey],
      refusals: [409],
      invalid: { tipo: 'é obrigatório' },
      unsure:
        'O evento pode já estar cadastrado: repita com a mesma Idempotency-Key ou, se foi sem ela, procure-o antes',
    },
    async handle(desk, request, reply) {
      const autor = { tokenId: request.token.id, usuarioId: null, ip: request.ip }
      const resposta = await answerRegistration(desk, autor, request, reply)
      // `resposta` is JSON text already. It is sent unchanged, because a retry gets the same text.
      return reply.type('application/json; charset=utf-8').serializer(String).send(resposta)
    },
  }),

  route({
    method: 'GET',
    url: '/api/v1/integracao/configuracao/tipo_servico',
    access: { token: 'financeiro' },
    answer: tiposServicoAnswer,
    document: {
      operationId: 'listarTiposServico',
      tag: 'Financeiro',
      summary: 'Lista os tipos de serviço',
      description: 'Os tipos de serviço ativos; daqui vem o `id_tipo_servico` de um evento de faturamento.',
      answers: {
        tipos: {
          summary: 'Um tipo',
          value: {
            ...consultados,
            tipos_servico: [{ id_tipo_servico: 1, descricao: 'Serviço avulso', display: 'Serviço avulso' }],
          },
        },
      },
      headers: [],
    },
    handle: async ({ database }) => found({ tipos_servico: await activeTiposServico(database) }),
  }),
]
