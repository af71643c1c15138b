/** The ledger's filters as they stand in the address; an empty text is no filter. */
export const nomes = ['cliente', 'data_inicio', 'data_fim', 'tipo', 'autor'] as const
export type Filtros = Record<(typeof nomes)[number], string>

export const semFiltros: Filtros = { cliente: '', data_inicio: '', data_fim: '', tipo: '', autor: '' }

export function readFiltros(params: Pick<URLSearchParams, 'get'>): Filtros {
  const read = { ...semFiltros }
  for (const nome of nomes) read[nome] = params.get(nome) ?? ''
  return read
}

export function writeFiltros(filtros: Filtros): string {
  const params = new URLSearchParams()
  for (const nome of nomes) if (filtros[nome] !== '') params.set(nome, filtros[nome])
  return params.toString()
}
