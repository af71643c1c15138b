import type { EstadoLigacao } from '../wire/ligacao.ts'

interface Ended {
  estado: EstadoLigacao
  atendida_em: Date | string | null
}

/**
 * Whether a call was missed: it ended, and neither its user nor a colleague of its ring group attended it.
 * perdida/rows/missed.ts says the same. docs/interface.md: Missed calls.
 */
export const isPerdida = ({ estado, atendida_em }: Ended) =>
  atendida_em === null && (estado === 'cancelada' || estado === 'perdida' || estado === 'expirada')
