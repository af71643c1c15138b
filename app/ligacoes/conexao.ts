export type EstadoConexao = 'ativa' | 'reconectando' | 'perdida'

/** What the transport says, and since when (milliseconds) calls have not been arriving. */
export interface Transporte {
  conectado: boolean
  /** The snapshot of open calls has come over this very connection. */
  retratoRecebido: boolean
  interrompidoEm: number
  offline: boolean
}

const patience = 10_000

/**
 * Pure. "ativa" promises that a call would appear: connected and in agreement with the server. Anything less is
 * "reconectando", and "perdida" once it lasts 10 s or the computer has no network.
 */
export function estadoConexao(transporte: Transporte, now: number): EstadoConexao {
  if (transporte.conectado && transporte.retratoRecebido) return 'ativa'
  return transporte.offline || now - transporte.interrompidoEm >= patience ? 'perdida' : 'reconectando'
}
