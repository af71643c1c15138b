import {
  type CallIdentity,
  canReopen,
  type Evento,
  hasJustEnded,
  hasOldKey,
  isExpired,
  isYoung,
  type KnownLigacao,
  type PbxCall,
  retransmissionMs,
  type Told,
  toldFields,
  toldOf,
} from './call.ts'
import { type CancelMark, marksCall } from './decideCancel.ts'

export interface NotifiedCall extends Omit<PbxCall, 'telefone_formatado'> {
  /** The customer named by the PBX, or the only one with that telephone. */
  id_cliente: number | null
}

type NotifyDecision =
  | { kind: 'open' }
  /** A cancel came first: the call, or the new ring of one that is over, is recorded as missed and pops nowhere. */
  | { kind: 'missed'; marks: CancelMark[]; again: RingAgain | null }
  | { kind: 'refresh'; ligacao: KnownLigacao; rings: boolean; changes: Refreshed }
  /** The call was over and rings anew, such as in a queue's second round: its window opens again. */
  | ({ kind: 'reopen' } & RingAgain)
  /** The call ended a moment ago: a straggler. */
  | { kind: 'over'; ligacao: KnownLigacao }
  /** Windows past their time stand in the way and must expire first. */
  | { kind: 'expire' }
  /** The key was that of a call long over, which must give it up first. */
  | { kind: 'release'; ligacao: KnownLigacao }

export type Refreshed = Told & Pick<KnownLigacao, 'id_cliente' | 'id_cliente_notificado'>

/** A call that was over and rings again, with what its message changes. */
export interface RingAgain {
  ligacao: KnownLigacao
  changes: Refreshed
}

/**
 * What a notification does to the calls of its user, given those that are open, the one with the same call key, the
 * marks that cancels left, and the customer that the PBX named, if any. Pure: the same facts give the same decision.
 * docs/interface.md: Notify, Cancel.
 */
export function decideNotify(
  call: NotifiedCall,
  known: { ligacoes: readonly KnownLigacao[]; marks: readonly CancelMark[]; named?: number | null },
  now: Date,
): NotifyDecision {
  const same = findSame(call, known.ligacoes)
  const refreshedBy = (same: KnownLigacao) => refreshed(same, call, known.named ?? null)
  if (same && hasJustEnded(same, now)) return { kind: 'over', ligacao: same }
  if (same && isExpired(same, now)) return { kind: 'expire' }
  if (same && hasOldKey(same, now)) return { kind: 'release', ligacao: same }
  if (same?.estado === 'aberta') {
    const rings = !isYoung(same.notificada_em, retransmissionMs, now)
    return { kind: 'refresh', ligacao: same, rings, changes: refreshedBy(same) }
  }
  // All of them: a cancel that is repeated before its notification comes leaves several, and they mean one call.
  const marks = known.marks.filter((mark) => marksCall(mark, call, now))
  const again = same ? { ligacao: same, changes: refreshedBy(same) } : null
  if (marks.length > 0) return { kind: 'missed', marks, again }
  return again ? { kind: 'reopen', ...again } : { kind: 'open' }
}

type EventoDecision<L extends KnownLigacao> =
  | { kind: 'attend'; ligacao: L }
  | { kind: 'end'; ligacao: L }
  /** It is over, or attended already. */
  | { kind: 'known'; ligacao: L }
  | { kind: 'nothing' }

/**
 * What a message with an `evento` does to the call: `atendida` is a sign that it is attended, `encerrada` ends it, also
 * where its agent could still open the window again. Nothing rings and nothing opens. docs/interface.md: Notify.
 */
export function decideEvento<L extends KnownLigacao>(
  evento: Evento,
  call: CallIdentity,
  ligacoes: readonly L[],
  now: Date,
): EventoDecision<L> {
  const ligacao = findSame(call, ligacoes)
  if (!ligacao || hasOldKey(ligacao, now)) return { kind: 'nothing' }
  const isOpen = ligacao.estado === 'aberta' && !isExpired(ligacao, now)
  if (evento === 'encerrada' && (isOpen || canReopen(ligacao, now))) return { kind: 'end', ligacao }
  if (evento === 'atendida' && isOpen && ligacao.atendida_em === null) return { kind: 'attend', ligacao }
  return { kind: 'known', ligacao }
}

/** The call with the same key; without a key, the open window with the same telephone, the latest of them. */
function findSame<L extends KnownLigacao>(call: CallIdentity, ligacoes: readonly L[]): L | undefined {
  if (call.chave !== null) return ligacoes.find((ligacao) => ligacao.chave === call.chave)
  return ligacoes
    .filter((ligacao) => ligacao.estado === 'aberta' && ligacao.telefone_chave === call.telefone_chave)
    .sort((a, b) => b.notificada_em.getTime() - a.notificada_em.getTime())[0]
}

/**
 * What a repetition adds wins; what it leaves out stays, and so does a customer whom the agent chose. The customer found
 * by the telephone does not replace the one that the call has. With another number the customer of the old one goes; if
 * the call was over, the customer that the agent chose for it goes, too.
 */
function refreshed(same: KnownLigacao, call: NotifiedCall, named: number | null): Refreshed {
  const keys = [same.telefone_chave, call.telefone_chave]
  const isAnother = keys[0] !== keys[1] && !keys.includes('')
  const agentChose = same.id_cliente !== same.id_cliente_notificado && !(isAnother && same.estado !== 'aberta')
  const notified = named ?? (isAnother ? null : same.id_cliente_notificado) ?? call.id_cliente
  const brought = Object.fromEntries(toldFields.filter((field) => call[field]).map((field) => [field, call[field]]))
  return {
    ...toldOf(same),
    ...brought,
    id_cliente: agentChose ? same.id_cliente : notified,
    id_cliente_notificado: notified,
  }
}

/** Whether the refreshed window shows something that the one before did not. */
export const bringsNews = (before: KnownLigacao, after: Refreshed): boolean =>
  before.incerta_em !== null ||
  [...toldFields, 'id_cliente' as const, 'id_cliente_notificado' as const].some(
    (field) => before[field] !== after[field],
  )
