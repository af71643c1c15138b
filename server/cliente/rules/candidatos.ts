// A file of its own, because the page's first load needs nothing else of the customers' rules.

/** At most this many customers of a telephone are offered. Where exactly so many are offered, there may be more. */
export const maxCandidatos = 20

export const quantos = ({ length }: readonly unknown[]) =>
  length === 1 ? '1 cliente' : `${length}${length < maxCandidatos ? '' : ' ou mais'} clientes`

/** One: the call has no customer, because its telephone became another's after the agent had opened its ticket. */
export const quantosTem = (candidatos: readonly unknown[]) =>
  `${quantos(candidatos)} ${candidatos.length === 1 ? 'tem' : 'têm'} este telefone`
