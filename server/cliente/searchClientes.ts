import type { Desk } from '../desk.ts'
import { findClientes } from './rows/search.ts'
import { classifyTermo } from './rules/busca.ts'
import type { ClienteResumo } from './wire/resumo.ts'

/**
 * Customers that what an agent typed could mean, at most 20, best first; none when it is too little to search for
 * (nothing, a single letter, punctuation).
 */
export async function searchClientes({ config, database }: Desk, texto: string): Promise<ClienteResumo[]> {
  const termo = classifyTermo(texto, config.dddPadrao)
  return termo ? findClientes(database, termo) : []
}
