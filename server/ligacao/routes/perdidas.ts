import { z } from 'zod'
import { route } from '../../http/route.ts'
import { countOwnPerdidas, listCaidas, listPerdidas } from '../readPerdidas.ts'
import { giveBackPerdida, settlePerdidas, takePerdida, unsettlePerdidas } from '../returnPerdidas.ts'
import type { Viewer } from '../rules/period.ts'
import {
  assumidaAnswer,
  caidasAnswer,
  caidasQuery,
  perdidasAnswer,
  perdidasQuery,
  perdidasTotalAnswer,
  reabrirRequest,
  tratadasAnswer,
  tratarRequest,
} from '../wire/perdidas.ts'

const success = { status: 'success', msg: 'Dados consultados com sucesso' }
const base = '/api/painel/perdidas'
const params = z.object({ id: z.string().toLowerCase() })
const people = { people: 'all' } as const
const whoOf = ({ actor, ip }: { actor: Viewer; ip: string }) => ({
  usuarioId: actor.usuarioId,
  papel: actor.papel,
  ip,
})
const chamadas = (n: number) => (n === 1 ? '1 chamada' : `${n} chamadas`)

/** Missed calls, and what is done about them: an agent's own, everybody's for supervisors. docs/interface.md: Missed calls. */
export const perdidasRoutes = [
  route({
    method: 'GET',
    url: base,
    access: people,
    personal: true,
    query: perdidasQuery,
    answer: perdidasAnswer,
    handle: async (desk, { actor, query }) => ({ ...success, ...(await listPerdidas(desk, actor, query)) }),
  }),

  route({
    method: 'GET',
    url: `${base}/caidas`,
    access: people,
    personal: true,
    query: caidasQuery,
    answer: caidasAnswer,
    handle: async (desk, { actor, query }) => ({ ...success, ...(await listCaidas(desk, actor, query.usuario)) }),
  }),

  route({
    method: 'GET',
    url: `${base}/total`,
    access: people,
    answer: perdidasTotalAnswer,
    handle: async (desk, { actor }) => ({ ...success, total: await countOwnPerdidas(desk, actor.usuarioId) }),
  }),

  route({
    method: 'POST',
    url: `${base}/:id/assumir`,
    access: people,
    params,
    answer: assumidaAnswer,
    handle: async (desk, request) => ({
      status: 'success',
      msg: 'Retorno assumido',
      assumida: await takePerdida(desk, whoOf(request), request.params.id),
    }),
  }),

  route({
    method: 'POST',
    url: `${base}/:id/devolver`,
    access: people,
    params,
    answer: assumidaAnswer,
    async handle(desk, request) {
      await giveBackPerdida(desk, whoOf(request), request.params.id)
      return { status: 'success', msg: 'Retorno devolvido', assumida: null }
    },
  }),

  route({
    method: 'POST',
    url: `${base}/tratar`,
    access: people,
    body: tratarRequest,
    answer: tratadasAnswer,
    async handle(desk, request) {
      const { ids, ate } = request.body
      const n = await settlePerdidas(desk, whoOf(request), ids, new Date(ate))
      return { status: 'success', msg: `Retorno resolvido: ${chamadas(n)}`, chamadas: n }
    },
  }),

  route({
    method: 'POST',
    url: `${base}/reabrir`,
    access: people,
    body: reabrirRequest,
    answer: tratadasAnswer,
    async handle(desk, request) {
      const n = await unsettlePerdidas(desk, whoOf(request), request.body.ids)
      return { status: 'success', msg: `Retorno reaberto: ${chamadas(n)}`, chamadas: n }
    },
  }),
]
