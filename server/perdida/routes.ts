import { everybody, supervisors } from '../acesso/routes/doors.ts'
import { route, uuidParams } from '../http/route.ts'
import { csvRoute } from '../http/sendFile.ts'
import { done, found } from '../http/wire.ts'
import { ligacaoAnswer } from '../ligacao/wire/ligacao.ts'
import { sayBrokeOff } from './brokeOff.ts'
import { countOwnPerdidas, exportPerdidas, listCaidas, listPerdidas } from './readPerdidas.ts'
import { giveBackPerdida, settlePerdidas, takePerdida, unsettlePerdidas } from './returnPerdidas.ts'
import {
  assumidaAnswer,
  caidasAnswer,
  caidasQuery,
  perdidasAnswer,
  perdidasFilter,
  perdidasQuery,
  perdidasTotalAnswer,
  reabrirRequest,
  tratadasAnswer,
  tratarRequest,
} from './wire.ts'

const base = '/api/painel/perdidas'
const chamadas = (n: number) => (n === 1 ? '1 chamada' : `${n} chamadas`)

/** Missed calls, and what is done about them: an agent's own, everybody's for supervisors. docs/interface.md: Missed calls. */
export const perdidasRoutes = [
  route({
    method: 'GET',
    url: base,
    access: everybody,
    query: perdidasQuery,
    answer: perdidasAnswer,
    handle: async (desk, { actor, query }) => found(await listPerdidas(desk, actor, query)),
  }),

  route({
    method: 'GET',
    url: `${base}/caidas`,
    access: everybody,
    query: caidasQuery,
    answer: caidasAnswer,
    handle: async (desk, { actor, query }) => found(await listCaidas(desk, actor, query.usuario)),
  }),

  csvRoute({
    url: `${base}/exportar`,
    access: supervisors,
    query: perdidasFilter,
    name: 'perdidas',
    rows: exportPerdidas,
  }),

  route({
    method: 'GET',
    url: `${base}/total`,
    access: everybody,
    answer: perdidasTotalAnswer,
    handle: async (desk, { actor }) => found({ total: await countOwnPerdidas(desk, actor.usuarioId) }),
  }),

  route({
    method: 'POST',
    url: `${base}/:id/assumir`,
    access: everybody,
    params: uuidParams,
    answer: assumidaAnswer,
    handle: async (desk, { actor, ip, params }) =>
      done('Retorno assumido', { assumida: await takePerdida(desk, { ...actor, ip }, params.id) }),
  }),

  route({
    method: 'POST',
    url: `${base}/:id/devolver`,
    access: everybody,
    params: uuidParams,
    answer: assumidaAnswer,
    async handle(desk, { actor, ip, params }) {
      await giveBackPerdida(desk, { ...actor, ip }, params.id)
      return done('Retorno devolvido', { assumida: null })
    },
  }),

  route({
    method: 'POST',
    url: `${base}/tratar`,
    access: everybody,
    body: tratarRequest,
    answer: tratadasAnswer,
    async handle(desk, { actor, ip, body: { ids, ate } }) {
      const n = await settlePerdidas(desk, { ...actor, ip }, ids, new Date(ate))
      return done(`Retorno resolvido: ${chamadas(n)}`, { chamadas: n })
    },
  }),

  route({
    method: 'POST',
    url: `${base}/reabrir`,
    access: everybody,
    body: reabrirRequest,
    answer: tratadasAnswer,
    async handle(desk, { actor, ip, body }) {
      const n = await unsettlePerdidas(desk, { ...actor, ip }, body.ids)
      return done(`Retorno reaberto: ${chamadas(n)}`, { chamadas: n })
    },
  }),

  route({
    method: 'POST',
    url: '/api/painel/ligacoes/:id/caiu',
    access: everybody,
    params: uuidParams,
    answer: ligacaoAnswer,
    handle: async (desk, { actor, params }) =>
      done('A conversa caiu: está entre as que esperam retorno', {
        ligacao: await sayBrokeOff(desk, actor.usuarioId, params.id),
      }),
  }),
]
