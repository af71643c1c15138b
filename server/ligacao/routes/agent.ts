import { z } from 'zod'
import { whoOf } from '../../acesso/routes/doors.ts'
import { atendimentosOf } from '../../atendimento/rows.ts'
import { atendimentosAnswer, atendimentosQuery, saveAtendimentoRequest } from '../../atendimento/wire.ts'
import { idParams, route } from '../../http/route.ts'
import { openAtendimento, saveAtendimento } from '../agentAtendimento.ts'
import { closeLigacao, linkCliente } from '../agentLigacao.ts'
import { openCliente } from '../openCliente.ts'
import { listLigacoes } from '../rows/history.ts'
import { clientePaginaAnswer, ligacoesAnswer, ligacoesQuery } from '../wire/history.ts'
import { atendimentoAnswer, ligacaoAnswer, linkClienteRequest } from '../wire/ligacao.ts'

const params = z.object({ id: z.string() })
const people = { people: 'all' } as const

/** Lists go back thirty days. */
const listedMs = 30 * 86_400_000

/** What an agent does with a call of her own and its ticket; and the customer's page, which tells of both. */
export const ligacaoRoutes = [
  route({
    method: 'POST',
    url: '/api/painel/ligacoes/:id/fechar',
    access: people,
    params,
    answer: ligacaoAnswer,
    handle: async (desk, { actor, params }) => ({
      status: 'success',
      msg: 'Chamada fechada',
      ligacao: await closeLigacao(desk, actor.usuarioId, params.id),
    }),
  }),

  route({
    method: 'POST',
    url: '/api/painel/ligacoes/:id/cliente',
    access: people,
    params,
    body: linkClienteRequest,
    answer: ligacaoAnswer,
    handle: async (desk, { actor, params, body }) => ({
      status: 'success',
      msg: 'Cliente ligado à chamada',
      ligacao: await linkCliente(desk, actor.usuarioId, params.id, body.id_cliente),
    }),
  }),

  route({
    method: 'POST',
    url: '/api/painel/ligacoes/:id/atendimento',
    access: people,
    params,
    answer: atendimentoAnswer,
    handle: async (desk, { actor, params }) => {
      const opened = await openAtendimento(desk, actor.usuarioId, params.id)
      return { status: 'success', msg: `Atendimento aberto: protocolo ${opened.atendimento.protocolo}`, ...opened }
    },
  }),

  route({
    method: 'GET',
    url: '/api/painel/ligacoes',
    access: people,
    personal: true,
    query: ligacoesQuery,
    answer: ligacoesAnswer,
    handle: async ({ database, now }, { actor, query: { estado, apos: after } }) => ({
      status: 'success',
      msg: 'Dados consultados com sucesso',
      ...(await listLigacoes(database, {
        usuarioId: actor.papel === 'atendente' ? actor.usuarioId : null,
        estado,
        since: new Date(now().getTime() - listedMs),
        after,
      })),
    }),
  }),

  route({
    method: 'GET',
    url: '/api/painel/atendimentos',
    access: people,
    query: atendimentosQuery,
    answer: atendimentosAnswer,
    handle: async ({ database }, { actor, query }) => ({
      status: 'success',
      msg: 'Dados consultados com sucesso',
      atendimentos: await atendimentosOf(database, actor.usuarioId, query.estado),
    }),
  }),

  route({
    method: 'PATCH',
    url: '/api/painel/atendimentos/:id',
    access: people,
    params: idParams,
    body: saveAtendimentoRequest,
    answer: atendimentoAnswer,
    handle: async (desk, { actor, params, body }) => ({
      status: 'success',
      msg: 'Atendimento salvo',
      ...(await saveAtendimento(desk, actor.usuarioId, params.id, body)),
    }),
  }),

  route({
    method: 'GET',
    url: '/api/painel/clientes/:id',
    access: { people: ['supervisor', 'administrador'] },
    personal: true,
    params: idParams,
    answer: clientePaginaAnswer,
    handle: async (desk, request) => ({
      status: 'success',
      msg: 'Dados consultados com sucesso',
      cliente: await openCliente(desk, whoOf(request), request.params.id),
    }),
  }),
]
