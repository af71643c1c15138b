import { type Judged, judge, type Mistakes, mistakesOf } from '../../refusal.ts'
import { type EventoFaturamento, eventoFaturamentoRequest, eventoIds, type TipoEvento } from '../wire/evento.ts'
import { formatValor } from '../wire/valor.ts'

/** Who registers an event: a person at the screens or another system's token, and from which address. */
export type Autor = { ip: string } & ({ usuarioId: number; tokenId: null } | { usuarioId: null; tokenId: number })

/** Names the owner of remembered answers: an `Idempotency-Key` counts for one user or one token. */
export const autorKey = ({ usuarioId, tokenId }: Autor) =>
  tokenId === null ? `usuario:${usuarioId}` : `token:${tokenId}`

/** The parts of a request to register an event that could be read. */
export interface EventoSent {
  /** The body as it came. A known key is compared by it, even when the body has mistakes. */
  body: unknown
  id_cliente_servico: number
  id_tipo_servico: number
  /** Present only when the form has no mistakes. */
  evento: EventoFaturamento
}

/** Judges the form of a request; its identifiers are read even where the rest has mistakes. Never throws. */
export function judgeEvento(body: unknown): Judged<EventoSent> {
  const parsed = eventoFaturamentoRequest.safeParse(body)
  if (!parsed.success) return { sent: { body, ...judge(eventoIds, body).sent }, mistakes: mistakesOf(parsed.error) }
  const { id_cliente_servico, id_tipo_servico } = parsed.data
  return { sent: { body, id_cliente_servico, id_tipo_servico, evento: parsed.data }, mistakes: {} }
}

/** Mistakes of well-formed identifiers: no such row, or a disabled type. `judgeEvento` tells of absent identifiers. */
export function checkIds(
  { id_cliente_servico, id_tipo_servico }: Partial<EventoSent>,
  { servicoExists, tipoAtivo }: { servicoExists: boolean; tipoAtivo: boolean | null },
): Mistakes {
  const mistakes: Mistakes = {}
  if (id_cliente_servico !== undefined && !servicoExists) {
    mistakes.id_cliente_servico = ['não corresponde a nenhum serviço de cliente cadastrado']
  }
  if (id_tipo_servico !== undefined && !tipoAtivo) {
    mistakes.id_tipo_servico = [
      tipoAtivo === null ? 'não corresponde a nenhum tipo de serviço' : 'é de um tipo de serviço fora de uso',
    ]
  }
  return mistakes
}

/** spec: Endpoints 4, `msg`, with the spec's misspelling of "Faturamento". */
export const mensagemRegistro = (parcelas: number, tipo: TipoEvento, totalCentavos: number) =>
  `${parcelas} Evento(s) de Farturamento de ${tipo} cadastrados com sucesso. VALOR TOTAL: R$ ${formatValor(totalCentavos)}`

/** How long an answer is remembered for its `Idempotency-Key`. docs/interface.md: Billing event. */
const idempotencyLifetimeMs = 24 * 60 * 60 * 1_000

export const maxIdempotencyKey = 255

/** Answers from before this instant are forgotten. */
export const rememberedSince = (now: Date) => new Date(now.getTime() - idempotencyLifetimeMs)

/** The same text for all JSON of the same meaning: a retry with its fields in another order is the same request. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`
}
