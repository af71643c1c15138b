import type { EstadoLigacao } from '../wire/ligacao.ts'

interface Ended {
  estado: EstadoLigacao
  atendida_em: Date | string | null
}

/** How a call ended that may have been missed. */
export const endedUnheard = ['cancelada', 'perdida', 'expirada'] as const satisfies EstadoLigacao[]

/**
 * Whether a call was missed: it ended, and neither its user nor a colleague of its ring group attended it.
 * perdida/rows/missed.ts asks the database the same. docs/interface.md: Missed calls.
 */
export const isPerdida = ({ estado, atendida_em }: Ended) =>
  atendida_em === null && endedUnheard.some((each) => each === estado)
