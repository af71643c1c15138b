import type { DB } from '../../database/statement.ts'
import { nothingTold, toldFields } from '../rules/call.ts'
import { contado } from '../wire/ligacao.ts'

/** The columns that every notification which rings writes anew. */
export const rungColumns = [
  ...(['ramal', 'identificador_interno', 'chave', 'id_cliente', 'id_cliente_notificado'] as const),
  ...(['notificada_em', 'tocada_em', 'aberta_em'] as const),
  ...toldFields,
]

/** Columns that are not reset when a call that was over rings again: each has a rule of its own. */
type Lasting = 'id' | 'usuario_id' | 'estado' | 'versao' | 'atendida_depois_em' | 'por_retornar' | 'por_prazo'

/**
 * Resets all that happened to a call, for when it rings again: it will be attended or missed anew, and what was settled
 * before was about another ring. The compiler reports a column that is named neither here nor above.
 */
export const nothingHappened = {
  atendida_em: null,
  grupo: null,
  exibida_em: null,
  toque_entregue: null,
  incerta_em: null,
  encerrada_em: null,
  encerrada_por: null,
  caida_em: null,
  caiu: null,
  assumida_por: null,
  assumida_em: null,
  tratada_por: null,
  tratada_em: null,
} satisfies Record<Exclude<keyof DB['ligacao'], (typeof rungColumns)[number] | Lasting>, null>

/** The values that take from a call everything that its caller could be known by. */
export const nobodyToldOf = { ...nothingTold, chave: null } satisfies { [C in keyof DB['ligacao']]?: unknown }

/** What the rules need to know of a call. */
export const knownColumns = [
  ...(['id', 'versao', 'estado', 'chave', 'id_cliente', 'id_cliente_notificado', 'notificada_em'] as const),
  ...(['tocada_em', 'toque_entregue', 'atendida_em', 'incerta_em', 'encerrada_em', 'encerrada_por'] as const),
  ...toldFields,
]

/** What screens show as the exchange told it. */
export const contadoColumns = contado.keyof().options

/** What a call's window shows, beside what belongs to other tables. */
export const windowColumns = [
  ...(['id', 'versao', 'estado', 'ramal', 'identificador_interno'] as const),
  ...contadoColumns,
  ...(['ligacao_params', 'id_cliente', 'notificada_em', 'tocada_em', 'aberta_em', 'atendida_em'] as const),
  ...(['incerta_em', 'encerrada_em', 'encerrada_por', 'grupo'] as const),
]
