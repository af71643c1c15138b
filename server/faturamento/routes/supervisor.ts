import { administrators, supervisors, whoOf } from '../../acesso/routes/doors.ts'
import { idParams, route } from '../../http/route.ts'
import { csvRoute } from '../../http/sendFile.ts'
import { done, found } from '../../http/wire.ts'
import { notFound } from '../../refusal.ts'
import { exportEventos, listEventos, sumEventos } from '../readLedger.ts'
import { reverseEvento } from '../reverseEvento.ts'
import { ledgerAutores } from '../rows/ledger.ts'
import { createTipoServico, listTiposServico, setTipoServicoAtivo } from '../rows/tiposServico.ts'
import { eventoRegistradoAnswer } from '../wire/evento.ts'
import {
  autoresAnswer,
  estornoAnswer,
  estornoRequest,
  ledgerAnswer,
  ledgerFilter,
  ledgerQuery,
  totaisAnswer,
} from '../wire/ledger.ts'
import {
  newTipoServico,
  setTipoServicoRequest,
  tipoServicoAnswer,
  tiposServicoGeridosAnswer,
} from '../wire/tipoServico.ts'
import { answerRegistration, eventoBody } from './integration.ts'

const base = '/api/painel/faturamento'

/** Supervisors register, read and reverse billing events. */
const eventoRoutes = [
  route({
    method: 'POST',
    url: base,
    access: supervisors,
    body: eventoBody,
    answer: eventoRegistradoAnswer,
    async handle(desk, request, reply) {
      const resposta = await answerRegistration(desk, { ...whoOf(request), tokenId: null }, request, reply)
      return { ...JSON.parse(resposta), valor_total_centavos: request.body.sent.evento?.valor_centavos ?? null }
    },
  }),

  route({
    method: 'GET',
    url: base,
    access: supervisors,
    query: ledgerQuery,
    answer: ledgerAnswer,
    handle: async (desk, { query }) => found(await listEventos(desk, query)),
  }),

  route({
    method: 'GET',
    url: `${base}/totais`,
    access: supervisors,
    query: ledgerFilter,
    answer: totaisAnswer,
    handle: async (desk, { query }) => found({ totais: await sumEventos(desk, query) }),
  }),

  route({
    method: 'GET',
    url: `${base}/autores`,
    access: supervisors,
    answer: autoresAnswer,
    handle: async ({ database }) => found({ autores: await ledgerAutores(database) }),
  }),

  csvRoute({
    url: `${base}/exportar`,
    access: supervisors,
    query: ledgerFilter,
    name: 'faturamento',
    rows: exportEventos,
  }),

  route({
    method: 'POST',
    url: `${base}/:id/estorno`,
    access: supervisors,
    params: idParams,
    body: estornoRequest,
    answer: estornoAnswer,
    async handle(desk, request) {
      const eventos_faturamento = await reverseEvento(desk, whoOf(request), request.params.id, request.body)
      const { length } = eventos_faturamento
      const msg = length === 1 ? 'Evento estornado' : `${length} eventos estornados`
      return done(msg, { eventos_faturamento })
    },
  }),
]

/** Supervisors list the service types for the form; administrators manage them. */
const tipoServicoRoutes = [
  route({
    method: 'GET',
    url: '/api/painel/tipos_servico',
    access: supervisors,
    answer: tiposServicoGeridosAnswer,
    handle: async ({ database }) => found({ tipos_servico: await listTiposServico(database) }),
  }),

  route({
    method: 'POST',
    url: '/api/painel/tipos_servico',
    access: administrators,
    body: newTipoServico,
    answer: tipoServicoAnswer,
    handle: async (desk, request) =>
      done('Tipo de serviço criado', {
        tipo_servico: await createTipoServico(desk.database, whoOf(request), request.body),
      }),
  }),

  route({
    method: 'POST',
    url: '/api/painel/tipos_servico/:id',
    access: administrators,
    params: idParams,
    body: setTipoServicoRequest,
    answer: tiposServicoGeridosAnswer,
    async handle(desk, request) {
      const { ativo } = request.body
      const known = await setTipoServicoAtivo(desk.database, whoOf(request), request.params.id, ativo)
      if (!known) throw notFound('O tipo de serviço')
      const msg = ativo ? 'Tipo de serviço ativado' : 'Tipo de serviço desativado'
      return done(msg, { tipos_servico: await listTiposServico(desk.database) })
    },
  }),
]

export const faturamentoRoutes = [...eventoRoutes, ...tipoServicoRoutes]
