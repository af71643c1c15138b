// By itself, for the page's first look: it needs nothing else of the customers' rules.

/** Of a telephone's customers no more are offered: of so many there may be others. */
export const maxCandidatos = 20

export const quantos = ({ length }: readonly unknown[]) =>
  `${length}${length < maxCandidatos ? '' : ' ou mais'} clientes`

export const quantosTem = (candidatos: readonly unknown[]) => `${quantos(candidatos)} têm este telefone`
