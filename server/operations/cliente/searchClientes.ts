import type { ClienteResumo } from '#contract/clienteResumo'
import { classifyTermo } from '#domain/busca'
import type { clienteSearcher } from '../../data/cliente/search.ts'

/** Customers that what an agent typed could mean, best first; none when it is too little to search for. */
export function searchClientes(search: ReturnType<typeof clienteSearcher>, dddPadrao: string | undefined) {
  return async (texto: string): Promise<ClienteResumo[]> => {
    const termo = classifyTermo(texto, dddPadrao)
    return termo ? search(termo) : []
  }
}

export type SearchClientes = ReturnType<typeof searchClientes>
