import { sql } from 'kysely'
import type pg from 'pg'
import { recordOn } from '../../auditoria/rows/recordAuditoria.ts'
import type { Database } from '../../database/database.ts'
import { writeNote } from '../../database/installation.ts'
import { everywhere, inForce, keyInForce, toldKeys } from '../../database/sealed/keyInForce.ts'
import { beginningOf, type Key, SealedTextError, seal } from '../../database/sealed/sealedText.ts'
import { build, count, truth } from '../../database/statement.ts'
import { placeOf, type SealedTable, textsAfter, updateOf } from './sealedColumns.ts'
import { alone } from './write/alone.ts'

/** How many texts one transaction seals. */
const sealedAtOnce = 2_000

const stale = (table: SealedTable, { id }: Key) => {
  const text = sql.ref(`${table}.senha_cifrada`)
  return truth`${text} <> '' and not starts_with(${text}, ${beginningOf(id)})`
}

/** How many texts are not sealed with that key. */
export async function countStale({ query }: Database, key: Key, client?: pg.ClientBase): Promise<number> {
  const of = (table: SealedTable) => build.selectFrom(table).where(stale(table, key)).select(count.as('texts'))
  const found = [...(await query(of('cliente_servico'), client)), ...(await query(of('cliente_servico_senha'), client))]
  return found.reduce((sum, { texts }) => sum + texts, 0)
}

/**
 * Seals with the key in force the next texts of the table, after the id `after`, that are in clear or sealed with
 * another key. Returns how many were sealed, how many stay as they are because they do not open, and the id after which
 * to go on, null when there are no more. Writers of customers wait meanwhile.
 */
export async function sealSome(
  database: Database,
  table: SealedTable,
  after: number,
): Promise<{ texts: number; unreadable: number; last: number | null }> {
  const { query } = database
  return alone(database, async (client) => {
    const key = await keyInForce(database, client)
    const found = await query(textsAfter(table, after, sealedAtOnce).where(stale(table, key)), client)
    const anew = found.flatMap(({ id, text }) => sealAnew(database, key, table, id, text) ?? [])
    await query(updateOf(table, anew).set({ senha_cifrada: sql.ref<string>('r.text') }), client)
    return { texts: anew.length, unreadable: found.length - anew.length, last: found.at(-1)?.id ?? null }
  })
}

/** Null for a text that does not open: sealed as it stands, it would later be taken for a password. */
function sealAnew({ keys }: Database, key: Key, table: SealedTable, id: number, text: string) {
  const place = placeOf(table, id)
  const bytes = Buffer.from(text)
  try {
    return { id, text: seal(key, place, keys.open(place, bytes, 0, bytes.length)?.toString() ?? text) }
  } catch (error) {
    if (error instanceof SealedTextError) return null
    throw error
  }
}

/** If every text is sealed with the key in force, notes it. Returns whether that is so. */
export async function noteSealed(database: Database): Promise<boolean> {
  return alone(database, async (client) => {
    const key = await keyInForce(database, client)
    if ((await countStale(database, key, client)) > 0) return false
    await writeNote(database, everywhere, key.id, client)
    return true
  })
}

/** Whether every text is known to be sealed with the key in force. */
export async function isSealed(database: Database, client?: pg.ClientBase): Promise<boolean> {
  const told = await toldKeys(database, client)
  return told.everywhere !== undefined && told.everywhere === told.inForce
}

/**
 * Puts another key in force, with an entry in the record: from the commit on, every writer seals with it. While some
 * texts are not sealed with the key in force, that key stays (`anew` is false), so that no more than two keys are in
 * use.
 * @throws OperatorError
 */
export async function changeKey(database: Database): Promise<{ key: Key; anew: boolean }> {
  return alone(database, async (client) => {
    const before = await keyInForce(database, client)
    if (!(await isSealed(database, client))) return { key: before, anew: false }
    const key = database.keys.another(before.id)
    await writeNote(database, inForce, key.id, client)
    const detalhes = { chave: key.id, por: 'comando' }
    await recordOn(database, client, { acao: 'chave_senhas_trocada', alvo: 'clientes', detalhes })
    return { key, anew: true }
  })
}
