import type * as z from 'zod'
import type { Who } from '../auditoria/rows.ts'
import type { Desk } from '../desk.ts'
import { invalid, type Judged } from '../refusal.ts'
import { recordDocumento } from './recordDocumento.ts'
import { lookedUpClientes } from './rows/lookup.ts'
import { countMeant, maxCounted, meantClientes } from './rows/search.ts'
import { classifyTermo, documentoNamed, readLookup, semSentido, type Termo } from './rules/busca.ts'
import type { clienteLookupParams } from './wire/list.ts'
import type { ClienteResumo } from './wire/resumo.ts'

/** The customers that a term found. */
interface ClientesFound {
  clientes: ClienteResumo[]
  /** How many customers the term means; null when only `countFound` can tell. */
  total: number | null
  /** The term was too little to search for: nothing, a single letter, punctuation. */
  digite_mais: boolean
}

/**
 * The customers that an agent's text could mean, at most 20, best first. Addresses are searched only when a number was
 * typed, or when no other meaning found anybody. docs/interface.md: Search.
 * A search by document is recorded before its result is shown, and limited per hour. docs/interface.md: Personal data.
 * @throws Refusal too_many
 */
export async function searchClientes(desk: Desk, who: Who, texto: string): Promise<ClientesFound> {
  const { config, database } = desk
  const termo = classifyTermo(texto, config.dddPadrao)
  if (!termo) return { clientes: [], total: 0, digite_mais: true }
  const documento = documentoNamed(termo)
  const found = await meantClientes(database, { ...termo, documento, comEndereco: termo.endereco?.numero === true })
  if (documento !== null) await recordDocumento(desk, who, documento, recordedOf(found.clientes))
  if (found.clientes.length > 0 || !onlyWords(termo)) return { ...found, digite_mais: false }
  return { ...(await meantClientes(database, addressAlone(termo))), digite_mais: false }
}

/**
 * How many customers the text means, for `searchClientes`. `total` is exact up to `limite`; `limite` + 1 means more.
 * @throws Refusal too_many
 */
export async function countFound(desk: Desk, who: Who, texto: string): Promise<{ total: number; limite: number }> {
  const { config, database } = desk
  const termo = classifyTermo(texto, config.dddPadrao)
  if (!termo) return { total: 0, limite: maxCounted }
  const documento = documentoNamed(termo)
  const total = await countMeant(database, { ...termo, documento, comEndereco: termo.endereco?.numero === true })
  if (documento !== null) await recordDocumento(desk, who, documento, { achados: total })
  if (total > 0 || !onlyWords(termo)) return { total, limite: maxCounted }
  return { total: await countMeant(database, addressAlone(termo)), limite: maxCounted }
}

const onlyWords = ({ endereco }: Termo) => endereco !== null && !endereco.numero
const addressAlone = ({ endereco }: Termo) => ({ ...semSentido, endereco, comEndereco: true })

const recordedOf = (found: ClienteResumo[]) => ({
  achados: found.length,
  only: found.length === 1 ? found[0]?.id_cliente : undefined,
})

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
