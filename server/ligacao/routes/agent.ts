import { everybody, whoOf } from '../../acesso/routes/doors.ts'
import { route, uuidParams } from '../../http/route.ts'
import { done } from '../../http/wire.ts'
import { attendLigacao, closeLigacao, linkCliente, reopenLigacao } from '../agentLigacao.ts'
import { ligacaoAnswer, linkClienteRequest } from '../wire/ligacao.ts'

/** What agents do with their own calls. */
export const ligacaoRoutes = [
  ...[
    { deed: 'fechar', msg: 'Chamada fechada', act: closeLigacao },
    { deed: 'atender', msg: 'Chamada atendida', act: attendLigacao },
    { deed: 'reabrir', msg: 'Chamada reaberta', act: reopenLigacao },
  ].map(({ deed, msg, act }) =>
    route({
      method: 'POST',
      url: `/api/painel/ligacoes/:id/${deed}`,
      access: everybody,
      params: uuidParams,
      answer: ligacaoAnswer,
      handle: async (desk, { actor, params }) => done(msg, { ligacao: await act(desk, actor.usuarioId, params.id) }),
    }),
  ),

  route({
    method: 'POST',
    url: '/api/painel/ligacoes/:id/cliente',
    access: everybody,
    params: uuidParams,
    body: linkClienteRequest,
    answer: ligacaoAnswer,
    handle: async (desk, request) =>
      done('Cliente ligado à chamada', {
        ligacao: await linkCliente(desk, whoOf(request), request.params.id, request.body.id_cliente),
      }),
  }),
]
