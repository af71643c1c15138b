import type { FastifyReply, FastifyRequest } from 'fastify'
import { listRamais } from '../../acesso/rows/users.ts'
import { answerMs } from '../../database/patience.ts'
import type { Example } from '../../http/docs/document.ts'
import { route, together } from '../../http/route.ts'
import { consultados, found } from '../../http/wire.ts'
import { cancelLigacao } from '../cancelLigacao.ts'
import { consultLigacao } from '../consultLigacao.ts'
import { notifyLigacao } from '../notifyLigacao.ts'
import type { Trace } from '../rules/trace.ts'
import {
  cancelAnswer,
  consultarAnswer,
  consultarRequest,
  ignoredOf,
  ligacaoRequest,
  notifyAnswer,
  ramaisAnswer,
} from '../wire/ligacao.ts'

const examples: Record<string, Example> = {
  ramal: { summary: 'Pelo ramal, cliente a achar pelo telefone', value: { ramal: 101, telefone: '37999912222' } },
  cliente: {
    summary: 'Pelo identificador interno, cliente já identificado, com parâmetros da central',
    value: {
      identificador_interno: 'ana01',
      codigo_cliente: 10001,
      telefone: '5537999912222',
      ligacao_params: { uniqueid: '1700000000.42', fila: 'suporte' },
    },
  },
}

declare module 'fastify' {
  interface FastifyRequest {
    /** What is noted of an exchange's request while it is served; null for any other request. */
    trace: Trace | null
  }
}

function callerOf({ token, ip, trace }: { token: { id: number }; ip: string; trace: Trace | null }) {
  if (trace) trace.judged = performance.now()
  return { tokenId: token.id, ip, ...(trace && { trace }) }
}

function sayWhich(
  { facts }: Pick<FastifyRequest, 'facts'>,
  reply: FastifyReply,
  { ligacaoId, telas }: { ligacaoId: string | null; telas: number },
) {
  Object.assign(facts, { ligacao: ligacaoId, telas })
  if (ligacaoId) reply.header('x-ligacao-id', ligacaoId).header('x-telas', telas)
}

const invalid = { ramal: 'é obrigatório quando identificador_interno não é enviado' }

/** What a telephone exchange says. spec: Endpoints 1 and 2. */
export const pbxRoutes = [
  route({
    method: 'POST',
    url: '/api/v1/integracao/pbx/ligacao/notificar',
    access: { token: 'pbx', presumed: true },
    withinMs: answerMs,
    body: together(ligacaoRequest, ignoredOf),
    answer: notifyAnswer,
    document: {
      operationId: 'notificarLigacao',
      tag: 'PBX',
      summary: 'Notifica uma ligação',
      description:
        'Abre a janela de chamada na tela do usuário. Exige `ramal` ou `identificador_interno`. Repetida, atualiza a mesma janela e nunca abre outra. A chave da chamada é `call_id`, `uniqueid`, `linkedid` ou `id` de `ligacao_params`. Com `evento` igual a `atendida` ou `encerrada` em `ligacao_params`, diz que a mesma chamada foi atendida ou terminou: não toca e não abre janela.',
      request: examples,
      answers: {
        notificada: { summary: 'Notificada', value: { status: 'success', msg: 'Ligação notificada com sucesso' } },
      },
      headers: ['X-Ligacao-Id', 'X-Telas'],
      invalid,
      unsure:
        'A ligação pode já ter sido notificada: repita o pedido como está; enquanto a janela estiver aberta, não abre outra',
    },
    async handle(desk, request, reply) {
      sayWhich(request, reply, await notifyLigacao(desk, { ...request.body, ...callerOf(request) }))
      return { status: 'success', msg: 'Ligação notificada com sucesso' }
    },
  }),

  route({
    method: 'POST',
    url: '/api/v1/integracao/pbx/ligacao/cancelar',
    access: { token: 'pbx', presumed: true },
    withinMs: answerMs,
    body: together(ligacaoRequest, ignoredOf),
    answer: cancelAnswer,
    document: {
      operationId: 'cancelarLigacao',
      tag: 'PBX',
      summary: 'Cancela uma ligação (perdida)',
      description: 'A ligação foi perdida: fecha a janela, onde estiver aberta. Sem janela aberta também é sucesso.',
      request: examples,
      answers: {
        cancelada: { summary: 'Cancelada', value: { status: 'success', msg: 'Ligação cancelada com sucesso' } },
      },
      headers: ['X-Ligacao-Id', 'X-Telas'],
      invalid,
      unsure:
        'O cancelamento pode já ter sido feito: repita-o se ele diz a chave da chamada; sem ela, pode fechar outra janela',
    },
    async handle(desk, request, reply) {
      sayWhich(request, reply, await cancelLigacao(desk, { ...request.body, ...callerOf(request) }))
      return { status: 'success', msg: 'Ligação cancelada com sucesso' }
    },
  }),

  route({
    method: 'POST',
    url: '/api/v1/integracao/pbx/ligacao/consultar',
    access: { token: 'pbx' },
    body: consultarRequest,
    answer: consultarAnswer,
    document: {
      operationId: 'consultarLigacao',
      tag: 'PBX',
      summary: 'Diz o que foi feito de uma ligação',
      description:
        'Para cada usuário a que a chamada tocou: se uma tela a mostrou, se foi atendida, como terminou, e o protocolo. Nada se diz do cliente. Uma chave desconhecida dá uma lista vazia.',
      request: { chave: { summary: 'Pela chave', value: { ligacao_params: { uniqueid: '1700000000.42' } } } },
      answers: {
        atendida: {
          summary: 'Atendida, com protocolo',
          value: {
            ...consultados,
            ligacoes: [
              {
                ligacao_id: '4f8f2f0e-6a53-4a0e-9a53-0f1a3c1d2e4b',
                ramal: '101',
                identificador_interno: 'ana01',
                estado: 'aberta',
                incerta: false,
                encerrada_por: null,
                notificada_em: '2026-11-22T12:00:00.000Z',
                exibida_em: '2026-11-22T12:00:00.100Z',
                atendida_em: '2026-11-22T12:00:07.000Z',
                encerrada_em: null,
                protocolo: '20261122000001',
              },
            ],
          },
        },
      },
      headers: [],
      invalid: { ligacao_params: 'é obrigatório' },
    },
    async handle(desk, { body }) {
      return found({ ligacoes: await consultLigacao(desk, body.ligacao_params.values) })
    },
  }),

  route({
    method: 'GET',
    url: '/api/v1/integracao/pbx/ramais',
    access: { token: 'pbx' },
    answer: ramaisAnswer,
    document: {
      operationId: 'listarRamais',
      tag: 'PBX',
      summary: 'Lista os ramais',
      description:
        'Os usuários ativos que uma central pode chamar, e se há uma tela de cada um aberta. Serve para conferir a instalação da central.',
      answers: {
        ramais: {
          summary: 'Dois ramais',
          value: {
            ...consultados,
            ramais: [
              { ramal: '101', identificador_interno: 'ana01', tela_conectada: true },
              { ramal: '102', identificador_interno: null, tela_conectada: false },
            ],
          },
        },
      },
      headers: [],
    },
    async handle({ database, publisher }) {
      const usuarios = await listRamais(database)
      const ramais = usuarios.map(({ id, ...called }) => ({
        ...called,
        tela_conectada: publisher.screensOf(id) > 0,
      }))
      return found({ ramais })
    },
  }),
]
