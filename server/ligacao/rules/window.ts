import type { EstadoLigacao } from '../wire/ligacao.ts'
import type { CallIdentity } from './call.ts'

/** A call as the rules see it. */
export interface KnownLigacao extends CallIdentity {
  id: string
  versao: number
  estado: EstadoLigacao
  telefone: string | null
  ligacao_params: string | null
  id_cliente: number | null
  id_cliente_notificado: number | null
  notificada_em: Date
  tocada_em: Date
}

const hour = 3_600_000

/** A window that nobody closes expires after eight hours. DESIGN: A window. */
export const windowLifetimeMs = 8 * hour

/** A repeated notification within ten seconds is a retransmission. DESIGN: Notify. */
export const retransmissionMs = 10_000

/** What was notified while no screen was there is shown on connect if younger than two minutes. DESIGN: A window. */
export const unseenLifetimeMs = 120_000

/** How long a cancel waits for the notification it overtook. DESIGN: Cancel. */
export const markLifetimeMs = 10_000

export const isExpired = (ligacao: KnownLigacao, now: Date) =>
  ligacao.estado === 'aberta' && now.getTime() - ligacao.notificada_em.getTime() >= windowLifetimeMs
