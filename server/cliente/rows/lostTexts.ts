import { sql } from 'kysely'
import { recordOn } from '../../auditoria/rows/recordAuditoria.ts'
import type { Database } from '../../database/database.ts'
import { writeNote } from '../../database/installation.ts'
import { inForce, learnSealed, lostKeys, untellSealed } from '../../database/sealed/keyInForce.ts'
import type { Keys } from '../../database/sealed/keys.ts'
import { keyIdAt, looksSealed, SealedTextError } from '../../database/sealed/sealedText.ts'
import { placeOf, type SealedTable, sealedTables, textsAfter, updateOf } from './sealedColumns.ts'
import { alone, announceClientes } from './write/alone.ts'

export interface LostText {
  table: SealedTable
  id: number
  text: string
}

/** How many texts one statement reads or changes: not more, because a desk may be at work at the same time. */
const atOnce = 1_000

/** The texts that no key at hand opens, and the number of all texts. */
export async function findLost(database: Database): Promise<{ texts: number; lost: LostText[] }> {
  const { keys, query } = database
  await learnSealed(database)
  const opens = opener(keys)
  const lost: LostText[] = []
  let texts = 0
  for (const table of sealedTables) {
    for (let after = 0, more = true; more; ) {
      const found = await query(textsAfter(table, after, atOnce).where('senha_cifrada', '<>', ''))
      texts += found.length
      for (const each of found) if (!opens(placeOf(table, each.id), each.text)) lost.push({ table, ...each })
      after = found.at(-1)?.id ?? after
      more = found.length === atOnce
    }
  }
  return { texts, lost }
}

/** Remembers the keys that are missing, because otherwise every text of a lost key would read the key file anew. */
function opener(keys: Keys): (place: string, text: string) => boolean {
  const missing = new Set<string>()
  return (place, text) => {
    const bytes = Buffer.from(text)
    if (looksSealed(bytes, 0, bytes.length)) {
      const id = keyIdAt(bytes, 0)
      if (!missing.has(id) && !keys.find(id)) missing.add(id)
      if (missing.has(id)) return false
    }
    try {
      keys.open(place, bytes, 0, bytes.length)
      return true
    } catch (error) {
      if (error instanceof SealedTextError) return false
      throw error
    }
  }
}

/**
 * Empties these texts unless they have changed meanwhile, and puts another key in force where the one in force is lost.
 * All of it, and its entry in the record, is one transaction. Returns how many texts were emptied.
 */
export async function emptyLost(database: Database, lost: readonly LostText[]): Promise<number> {
  const { keys, query } = database
  return alone(database, async (client) => {
    const missing = await lostKeys(database, client)
    if (missing.inForce) await writeNote(database, inForce, keys.preferred().id, client)
    if (missing.everywhere) await untellSealed(database, client)
    let emptied = 0
    for (const table of sealedTables) {
      const of = lost.filter((each) => each.table === table)
      for (let from = 0; from < of.length; from += atOnce) {
        const some = of.slice(from, from + atOnce)
        const changed = await query(
          updateOf(table, some)
            .set({ senha_cifrada: '' })
            .where(sql.ref(`${table}.senha_cifrada`), '=', sql.ref('r.text'))
            .returning(sql.lit(1).as('one')),
          client,
        )
        emptied += changed.length
      }
    }
    if (emptied > 0) await announceClientes(client)
    const detalhes = { senhas: emptied, chaves: missing.ids.join(' '), por: 'comando' }
    await recordOn(database, client, { acao: 'senhas_descartadas', alvo: 'clientes', detalhes })
    return emptied
  })
}
