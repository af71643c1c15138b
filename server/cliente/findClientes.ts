import type { z } from 'zod'
import type { Desk } from '../desk.ts'
import { invalid, type Judged } from '../refusal.ts'
import { lookedUpClientes } from './rows/lookup.ts'
import { meantClientes } from './rows/search.ts'
import { classifyTermo, readLookup } from './rules/busca.ts'
import type { clienteLookupParams } from './wire/list.ts'
import type { ClienteResumo } from './wire/resumo.ts'

/**
 * Customers that what an agent typed could mean, at most 20, best first; none when it is too little to search for
 * (nothing, a single letter, punctuation).
 */
export async function searchClientes({ config, database }: Desk, texto: string): Promise<ClienteResumo[]> {
  const termo = classifyTermo(texto, config.dddPadrao)
  return termo ? meantClientes(database, termo) : []
}

/**
 * The customers that another system looks up by one of the named things, each as the JSON text that the list has of it.
 * What the term lacks for its kind of search is told beside the mistakes of form. @throws Refusal invalid
 */
export async function lookupClientes(
  { config, database }: Desk,
  { sent, mistakes }: Judged<z.output<typeof clienteLookupParams>>,
): Promise<string[]> {
  const { busca, termo_busca, limit } = sent
  const read = busca && termo_busca ? readLookup(busca, termo_busca, config.dddPadrao) : { mistakes: {} }
  const all = { ...('mistakes' in read ? read.mistakes : {}), ...mistakes }
  if ('mistakes' in read || limit === undefined || Object.keys(all).length > 0) throw invalid(all)
  return lookedUpClientes(database, read.lookup, limit)
}
