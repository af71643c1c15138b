import type * as z from 'zod'
import type { Who } from '../auditoria/rows/recordAuditoria.ts'
import type { Desk } from '../desk.ts'
import { invalid, type Judged } from '../refusal.ts'
import { recordDocumento } from './recordDocumento.ts'
import { lookedUpClientes } from './rows/lookup.ts'
import { countMeant, maxCounted, meantClientes } from './rows/search.ts'
import { classifyTermo, readLookup, searchedFirst, semSentido, type Termo } from './rules/busca.ts'
import { leastOfPalavra } from './rules/folded.ts'
import type { clienteLookupParams } from './wire/list.ts'
import type { ClienteResumo } from './wire/resumo.ts'

/** The customers that a term found. */
interface ClientesFound {
  clientes: ClienteResumo[]
  /** How many customers the term means; null when only `countFound` can tell. */
  total: number | null
  /** The term was too little to search for: nothing, a single letter, punctuation, short words that begin no name. */
  digite_mais: boolean
}

/**
 * The customers that an agent's text could mean, at most 20, best first. docs/interface.md: Search.
 * @throws Refusal too_many
 */
export async function searchClientes(desk: Desk, who: Who, texto: string): Promise<ClientesFound> {
  const found = await ofMeanings(desk, who, texto, meantClientes, ({ clientes }) => ({
    achados: clientes.length,
    only: clientes.length === 1 ? clientes[0]?.id_cliente : undefined,
  }))
  return found ? { ...found, digite_mais: false } : { clientes: [], total: 0, digite_mais: true }
}

/**
 * How many customers the text means, for `searchClientes`. `total` is exact up to `limite`; `limite` + 1 means more.
 * @throws Refusal too_many
 */
export async function countFound(desk: Desk, who: Who, texto: string): Promise<{ total: number; limite: number }> {
  const total = await ofMeanings(desk, who, texto, countMeant, (achados) => ({ achados }))
  return { total: total ?? 0, limite: maxCounted }
}

/**
 * What `search` finds for the text; null for a text that is too little to search for, as short words are: names that
 * merely contain them are not searched, so nobody found says nothing of those. Addresses are searched only when
 * a number was typed, or when no other meaning found anybody. A search by document is recorded before its result is
 * shown, and limited per hour. docs/interface.md: Personal data.
 */
async function ofMeanings<Found>(
  desk: Desk,
  who: Who,
  texto: string,
  search: (database: Desk['database'], termo: Termo) => Promise<Found>,
  told: (found: Found) => { achados: number; only?: number | undefined },
): Promise<Found | null> {
  const { config, database } = desk
  const termo = classifyTermo(texto, config.dddPadrao)
  if (!termo) return null
  const first = searchedFirst(termo)
  const found = await search(database, first)
  if (first.documento !== null) await recordDocumento(desk, who, first.documento, told(found))
  if (told(found).achados > 0) return found
  const { endereco, nome } = termo
  if (nome.length > 0 && nome.every((palavra) => palavra.length < leastOfPalavra)) return null
  return endereco === first.endereco ? found : search(database, { ...semSentido, endereco })
}

/**
 * The customers that another system looks up by one field, each as the JSON text that the list has of it. A term that
 * does not fit its kind of search is told together with the mistakes of form. @throws Refusal invalid
 */
export async function lookupClientes(
  { config, database }: Desk,
  { sent, mistakes }: Judged<z.output<typeof clienteLookupParams>>,
): Promise<string[]> {
  const { busca, termo_busca, cancelado, limit } = sent
  const read = busca && termo_busca ? readLookup(busca, termo_busca, config.dddPadrao) : { mistakes: {} }
  const all = { ...('mistakes' in read ? read.mistakes : {}), ...mistakes }
  if ('mistakes' in read || limit === undefined || Object.keys(all).length > 0) throw invalid(all)
  return lookedUpClientes(database, read.lookup, { cancelado, limit })
}
