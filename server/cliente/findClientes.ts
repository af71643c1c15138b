import type { z } from 'zod'
import { recordWithin } from '../auditoria/recordWithin.ts'
import type { Desk } from '../desk.ts'
import { invalid, type Judged } from '../refusal.ts'
import { lookedUpClientes } from './rows/lookup.ts'
import { meantClientes } from './rows/search.ts'
import { classifyTermo, documentoNamed, readLookup } from './rules/busca.ts'
import type { clienteLookupParams } from './wire/list.ts'
import type { ClienteResumo } from './wire/resumo.ts'

/**
 * Customers that what an agent typed could mean, at most 20, best first; none when it is too little to search for
 * (nothing, a single letter, punctuation). A search by document is on record before anybody is shown, and so many an hour
 * are allowed. docs/interface.md: Personal data. @throws Refusal too_many
 */
export async function searchClientes(
  desk: Desk,
  who: { usuarioId: number; ip: string },
  texto: string,
): Promise<ClienteResumo[]> {
  const { config, database } = desk
  const termo = classifyTermo(texto, config.dddPadrao)
  if (!termo) return []
  const documento = documentoNamed(termo)
  const found = await meantClientes(database, { ...termo, documento })
  if (documento === null) return found
  const [only, ...others] = found
  const entry = {
    ...who,
    acao: 'documento_procurado',
    // The document itself is nowhere on record.
    detalhes: { caracteres: documento.length, achados: found.length },
    ...(only && others.length === 0 && { alvo: `cliente:${only.id_cliente}` }),
  }
  await recordWithin(desk, entry, config.documentSearchesPerHour)
  return found
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
