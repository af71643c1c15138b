import type { clienteSearcher } from './rows/search.ts'
import { classifyTermo } from './rules/busca.ts'
import type { ClienteResumo } from './wire/resumo.ts'

/** Customers that what an agent typed could mean, best first; none when it is too little to search for. */
export function searchClientes(search: ReturnType<typeof clienteSearcher>, dddPadrao: string | undefined) {
  return async (texto: string): Promise<ClienteResumo[]> => {
    const termo = classifyTermo(texto, dddPadrao)
    return termo ? search(termo) : []
  }
}

export type SearchClientes = ReturnType<typeof searchClientes>
