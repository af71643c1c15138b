import * as z from 'zod'
import {
  aposGuid,
  datesInOrder,
  jsonBody,
  parameter,
  periodo,
  proximaPagina,
  rowIdText,
  success,
} from '../http/wire.ts'
import { quem } from '../ligacao/wire/ligacao.ts'

// Missed calls: an agent's own, the team's for supervisors. The id of a call stands for its caller.

const situacao = z.enum(['aberta', 'resolvida'], { error: 'deve ser aberta ou resolvida' })
export type Situacao = z.infer<typeof situacao>

const filtered = z.object({ ...periodo, usuario: parameter(rowIdText) })
/** The filters of the page. The export has open and settled callers, so it takes no `situacao`. */
export const perdidasFilter = filtered.refine(...datesInOrder)
export type PerdidasFilter = z.output<typeof perdidasFilter>

export const perdidasQuery = filtered
  .extend({ situacao: parameter(situacao).transform((each) => each ?? 'aberta'), apos: aposGuid })
  .refine(...datesInOrder)
export type PerdidasQuery = z.output<typeof perdidasQuery>

const feito = z.object({ usuario: quem, em: z.iso.datetime() })

/** The missed calls of one caller. */
const perdida = z.object({
  id: z.string().describe('A última chamada; é ela que os pedidos nomeiam'),
  chamador: z.string().describe('O mesmo enquanto for o mesmo telefone'),
  telefone: z.string().nullable().describe('Como o PBX enviou'),
  telefone_formatado: z.string(),
  cliente: z.object({ id_cliente: z.int(), nome_razaosocial: z.string() }).nullable(),
  total: z.int(),
  nao_vistas: z.int().describe('Quantas tocaram sem nenhuma tela aberta'),
  primeira_em: z.iso.datetime(),
  ultima_em: z.iso.datetime(),
  usuarios: z.array(quem).describe('Para quem tocou'),
  assumida: feito.nullable(),
  tratada: feito.nullable(),
  atendida: feito.nullable().describe('A chamada posterior em que o mesmo telefone foi atendido'),
})
export type Perdida = z.infer<typeof perdida>

export const perdidasAnswer = z.object({
  ...success,
  perdidas: z.array(perdida),
  apos: proximaPagina,
  consultado_em: z.iso.datetime(),
})

/** A conversation that broke off. */
const caida = perdida
  .pick({ id: true, chamador: true, telefone: true, telefone_formatado: true, cliente: true, assumida: true })
  .extend({
    usuario: quem,
    caida_em: z.iso.datetime(),
    prazo_em: z.iso.datetime().describe('Até quando o retorno cabe no prazo'),
    protocolo_formatado: z.string().nullable(),
  })
export type Caida = z.infer<typeof caida>
export const caidasQuery = z.object({ usuario: parameter(rowIdText) })
export const caidasAnswer = z.object({ ...success, caidas: z.array(caida), consultado_em: z.iso.datetime() })

/** Counting stops here. */
export const mostCounted = 100
export const perdidasTotalAnswer = z.object({ ...success, total: z.int().max(mostCounted) })

const ids = z
  .array(z.guid({ error: 'deve ser o id de uma chamada' }), { error: 'deve ser uma lista de ids de chamadas' })
  .min(1, 'deve ter ao menos um id')
  .max(200, 'deve ter no máximo 200 ids')
  .transform((each) => [...new Set(each.map((id) => id.toLowerCase()))])

export const tratarRequest = jsonBody({
  ids,
  ate: z.iso
    .datetime({ error: 'deve ser um instante em UTC, como 2026-11-22T12:00:00.000Z' })
    .describe('O que terminou depois disto continua em aberto: o consultado_em da lista'),
})
export const reabrirRequest = jsonBody({ ids })

export const assumidaAnswer = z.object({ ...success, assumida: feito.nullable() })
export const tratadasAnswer = z.object({ ...success, chamadas: z.int() })

declare module '../events.ts' {
  interface ServerEvents {
    /** The user's missed calls changed, and no event of an open call tells it: screens that show them load again. */
    'perdidas:mudaram': (body: object) => void
  }
}
