// A file of its own, because the page's first load needs nothing else of the customers' rules.

/** At most this many customers of a telephone are offered. Where exactly so many are offered, there may be more. */
export const maxCandidatos = 20

export const quantos = ({ length }: readonly unknown[]) =>
  `${length}${length < maxCandidatos ? '' : ' ou mais'} clientes`

export const quantosTem = (candidatos: readonly unknown[]) => `${quantos(candidatos)} têm este telefone`
