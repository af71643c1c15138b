import { agrees } from './cancelMark.ts'
import { isExpired, type KnownLigacao } from './window.ts'

export interface CancelledCall {
  chave: string | null
  telefone_chave: string | null
  id_cliente: number | null
}

export type CancelDecision = { kind: 'close'; ligacao: KnownLigacao } | { kind: 'mark' } | { kind: 'nothing' }

/**
 * The most recent open window that agrees with every identifying field; else a mark for the notification that may still
 * be on its way, unless that call is already over or nothing was named to know it by. DESIGN: Cancel.
 */
export function decideCancel(cancel: CancelledCall, ligacoes: readonly KnownLigacao[], now: Date): CancelDecision {
  const fits = (ligacao: KnownLigacao) =>
    agrees(cancel, { ...ligacao, clientes: [ligacao.id_cliente, ligacao.id_cliente_notificado] })
  const [latest] = ligacoes
    .filter((ligacao) => ligacao.estado === 'aberta' && !isExpired(ligacao, now) && fits(ligacao))
    .sort((a, b) => b.tocada_em.getTime() - a.tocada_em.getTime())
  if (latest) return { kind: 'close', ligacao: latest }
  const over =
    cancel.chave !== null && ligacoes.some((ligacao) => ligacao.chave === cancel.chave && ligacao.estado !== 'aberta')
  if (over || (cancel.chave === null && !cancel.telefone_chave)) return { kind: 'nothing' }
  return { kind: 'mark' }
}
