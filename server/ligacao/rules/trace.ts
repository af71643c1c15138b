import type { PbxCall } from './call.ts'

/** What was decided about an exchange's message: what `decideNotify`, `decideEvento` and `decideCancel` tell apart. */
export type Decisao =
  | 'abriu'
  | 'tocou_de_novo'
  | 'repetida'
  | 'reabriu'
  | 'cancelada_antes'
  | 'atrasada'
  | 'atendida'
  | 'encerrada'
  | 'ja_sabida'
  | 'desconhecida'
  | 'fechou'
  | 'marcou'
  | 'nada'

/** What is noted of an exchange's request while it is served, for server/rastro. Times are of `performance.now`. */
export interface Trace {
  readonly arrived: Date
  readonly since: number
  /** The request was read and judged, and its token was good. */
  judged?: number
  call?: PbxCall
  called?: { ramal: string | null; identificador_interno: string | null }
  usuarioId?: number
  /** How many customers have the telephone, or were named. */
  clientes?: number
  decisao?: Decisao
  /** The call that was meant, also where the answer names none. */
  ligacaoId?: string
  /** What was decided is committed. */
  committed?: number
  /** Its screens are told. */
  told?: number
}
