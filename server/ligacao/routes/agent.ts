import { everybody, whoOf } from '../../acesso/routes/doors.ts'
import { route, uuidParams } from '../../http/route.ts'
import { attendLigacao, closeLigacao, linkCliente, reopenLigacao } from '../agentLigacao.ts'
import { ligacaoAnswer, linkClienteRequest } from '../wire/ligacao.ts'

/** What agents do with their own calls. */
export const ligacaoRoutes = [
  route({
    method: 'POST',
    url: '/api/painel/ligacoes/:id/fechar',
    access: everybody,
    params: uuidParams,
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
    access: everybody,
    params: uuidParams,
    body: linkClienteRequest,
    answer: ligacaoAnswer,
    handle: async (desk, request) => ({
      status: 'success',
      msg: 'Cliente ligado à chamada',
      ligacao: await linkCliente(desk, whoOf(request), request.params.id, request.body.id_cliente),
    }),
  }),

  route({
    method: 'POST',
    url: '/api/painel/ligacoes/:id/atender',
    access: everybody,
    params: uuidParams,
    answer: ligacaoAnswer,
    handle: async (desk, { actor, params }) => ({
      status: 'success',
      msg: 'Chamada atendida',
      ligacao: await attendLigacao(desk, actor.usuarioId, params.id),
    }),
  }),

  route({
    method: 'POST',
    url: '/api/painel/ligacoes/:id/reabrir',
    access: everybody,
    params: uuidParams,
    answer: ligacaoAnswer,
    handle: async (desk, { actor, params }) => ({
      status: 'success',
      msg: 'Chamada reaberta',
      ligacao: await reopenLigacao(desk, actor.usuarioId, params.id),
    }),
  }),
]
