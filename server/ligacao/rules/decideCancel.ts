import {
  type CallIdentity,
  canReopen,
  estadoOfEnd,
  hasJustEnded,
  isExpired,
  isYoung,
  type KnownLigacao,
  markLifetimeMs,
} from './call.ts'

export interface CancelledCall {
  chave: string | null
  /** Null if the cancel names no telephone; '' if what it names is no number, which means calls without a number. */
  telefone_chave: string | null
  id_cliente: number | null
}

type CancelDecision<L extends KnownLigacao> =
  | { kind: 'close'; ligacao: L; estado: 'cancelada' | 'fechada' }
  | { kind: 'mark' }
  /** A window that its agent had closed: from now on the agent cannot take that back. */
  | { kind: 'over'; ligacao: L }
  /** The cancel of a call that has just ended came again, or (null) it names nothing that a call could be known by. */
  | { kind: 'nothing'; ligacao: L | null }

/**
 * Decides what a cancel means: the open window that rang last of those that agree with every identifying field; else
 * the call that agrees and was closed by its agent, which is then over for good. Else it leaves a mark for a
 * notification that may still be on its way, unless that call has just ended or nothing was named to know it by.
 * docs/interface.md: Cancel.
 */
export function decideCancel<L extends KnownLigacao>(
  cancel: CancelledCall,
  ligacoes: readonly L[],
  now: Date,
): CancelDecision<L> {
  const fits = (ligacao: KnownLigacao) => fitsCancel(cancel, ligacao)
  const latestOf = (which: (ligacao: KnownLigacao) => boolean) =>
    ligacoes
      .filter((ligacao) => which(ligacao) && fits(ligacao))
      .sort((a, b) => b.tocada_em.getTime() - a.tocada_em.getTime())[0]
  const latest = latestOf((ligacao) => ligacao.estado === 'aberta' && !isExpired(ligacao, now))
  if (latest) return { kind: 'close', ligacao: latest, estado: estadoOfEnd(latest) }
  const closed = latestOf((ligacao) => canReopen(ligacao, now))
  if (closed) return { kind: 'over', ligacao: closed }
  // A cancel right after the call's end was sent twice. A later one may have overtaken the notification of a new ring
  // of the same call.
  const isMeant = (ligacao: KnownLigacao) => (cancel.chave === null ? fits(ligacao) : ligacao.chave === cancel.chave)
  const ended = ligacoes.find((ligacao) => isMeant(ligacao) && hasJustEnded(ligacao, now)) ?? null
  const isUnnamed = cancel.chave === null && cancel.telefone_chave === null
  return ended || isUnnamed ? { kind: 'nothing', ligacao: ended } : { kind: 'mark' }
}

/** Whether the call agrees with every identifying field. */
export const fitsCancel = (cancel: CancelledCall, ligacao: KnownLigacao) =>
  agrees(cancel, { ...ligacao, clientes: [ligacao.id_cliente, ligacao.id_cliente_notificado] })

/** Left by a cancel that overtook its notification. */
export interface CancelMark extends CancelledCall {
  id: number
  criada_em: Date
}

/** Whether the cancel that left the mark meant this call, and recently enough. docs/interface.md: Cancel. */
export function marksCall(mark: CancelMark, call: CallIdentity & { id_cliente: number | null }, now: Date): boolean {
  if (!isYoung(mark.criada_em, markLifetimeMs, now)) return false
  return agrees(mark, { ...call, clientes: [call.id_cliente] })
}

/**
 * Whether a call agrees with every identifying field of a cancel. A telephone or customer that the call never had does
 * not contradict an equal call key.
 */
function agrees(cancel: CancelledCall, call: CallIdentity & { clientes: readonly (number | null)[] }): boolean {
  const keyed = cancel.chave !== null
  if (keyed && call.chave !== cancel.chave) return false
  const clientes = call.clientes.filter((id) => id !== null)
  const phoneFits =
    cancel.telefone_chave === null || call.telefone_chave === cancel.telefone_chave || (keyed && !call.telefone_chave)
  const clienteFits =
    cancel.id_cliente === null || clientes.includes(cancel.id_cliente) || (keyed && clientes.length === 0)
  return phoneFits && clienteFits
}
