import type { BrowseFilters } from '../rows/browse/filterSql.ts'
import { classifyTermo, foldText, type Termo } from '../rules/busca.ts'
import type { BrowseFilter } from '../wire/browse.ts'

/** The meaning of the filters: the endpoint's own defaults, and what the term could mean. */
export function filtersOf(filter: BrowseFilter, dddPadrao: string | undefined): BrowseFilters {
  return {
    data_inicio: filter.data_inicio ?? null,
    data_fim: filter.data_fim ?? null,
    cancelado: filter.cancelado === 'sim',
    codigo_pacote: filter.codigo_pacote ?? null,
    order_by: filter.order_by ?? 'data_cadastro',
    order_type: filter.order_type ?? 'asc',
    termo:
      filter.termo === undefined ? null : (classifyTermo(filter.termo, dddPadrao) ?? beginningOfName(filter.termo)),
  }
}

/** Too little for the call window's search, a single letter still narrows a list that is read page by page. */
function beginningOfName(texto: string): Termo {
  return { nome: [foldText(texto)], documento: null, codigo: null, telefones: [], telefonePrefixos: [], login: null }
}
