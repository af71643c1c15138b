import type pg from 'pg'
import { OperatorError } from '../../errors.ts'
import type { Database } from '../database.ts'
import { keepNote } from '../installation.ts'
import { build, db, statement } from '../statement.ts'
import type { Keys } from './keys.ts'
import type { Key } from './sealedText.ts'

/** Rows of `instalacao`: the id of the key that seals new texts, and of the key that every text is sealed with. */
export const [inForce, everywhere] = ['senhas_chave', 'senhas_seladas'] as const

const told = statement('sealed_keys', () =>
  db.selectFrom('instalacao').select(['chave', 'valor']).where('chave', 'in', [inForce, everywhere]),
)

/** The key ids that these two rows hold. They differ while texts are rewritten with a new key. */
export async function toldKeys(
  { run }: Pick<Database, 'run'>,
  client?: pg.ClientBase,
): Promise<{ inForce?: string | undefined; everywhere?: string | undefined }> {
  const rows = await run(told, {}, client)
  const valor = (chave: string) => rows.find((row) => row.chave === chave)?.valor
  return { inForce: valor(inForce), everywhere: valor(everywhere) }
}

/** Which keys in use are not at hand. */
export async function lostKeys(
  database: Pick<Database, 'run' | 'keys'>,
  client?: pg.ClientBase,
): Promise<{ inForce: boolean; everywhere: boolean; ids: string[] }> {
  const told = await toldKeys(database, client)
  const lost = (id: string | undefined) => id !== undefined && !database.keys.find(id)
  const ids = [...new Set([told.inForce, told.everywhere])].filter((id) => id !== undefined).filter(lost)
  return { inForce: lost(told.inForce), everywhere: lost(told.everywhere), ids }
}

/** Ids of every key that a text of the database may be sealed with; empty before the first key. */
export async function keysInUse(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ valor: string }>(
    'SELECT DISTINCT valor FROM instalacao WHERE chave = ANY ($1) ORDER BY valor',
    [[inForce, everywhere]],
  )
  return rows.map(({ valor }) => valor)
}

/** Removes the note that every text is sealed with one key. */
export async function untellSealed({ query }: Pick<Database, 'query'>, client: pg.ClientBase): Promise<void> {
  await query(build.deleteFrom('instalacao').where('chave', '=', everywhere), client)
}

/**
 * The key that seals new texts, the same for every process and machine of this database. The first call sets it. Later,
 * a process that lacks it is refused, and no key is made for a database that has one.
 * @throws OperatorError when it is not at hand
 */
export async function keyInForce(database: Pick<Database, 'run' | 'keys'>, client?: pg.ClientBase): Promise<Key> {
  const { keys } = database
  const told = await toldKeys(database, client)
  const id = told.inForce ?? (await keepNote(database, inForce, keys.preferred().id, client))
  const key = keys.find(id)
  if (!key) throw missingKey([id], keys)
  return key
}

/** Like `keyInForce`, but sets no key: null before there is one. @throws OperatorError when it is not at hand */
export async function demandKeyInForce(database: Pick<Database, 'run' | 'keys'>): Promise<Key | null> {
  const { inForce: id } = await toldKeys(database)
  if (id === undefined) return null
  const key = database.keys.find(id)
  if (!key) throw missingKey((await lostKeys(database)).ids, database.keys)
  return key
}

/**
 * Notes in `keys` whether the database may still hold texts in clear. Repeated: another process may seal the last one.
 */
export async function learnSealed(database: Pick<Database, 'run' | 'keys'>): Promise<void> {
  database.keys.allSealed = (await toldKeys(database)).everywhere !== undefined
}

/**
 * For a desk before it serves: sets the first key, and calls `learnSealed`.
 * @throws OperatorError if a key in use is lost
 */
export async function demandKeys(database: Pick<Database, 'run' | 'keys'>): Promise<void> {
  await keyInForce(database)
  const { ids } = await lostKeys(database)
  if (ids.length > 0) throw missingKey(ids, database.keys)
  await learnSealed(database)
}

/** The error for keys in use that are not at hand. */
export function missingKey(
  ids: readonly string[],
  { ids: had, source }: Keys,
  wayOut = 'senhas discard',
): OperatorError {
  return new OperatorError(
    `The service passwords are sealed with the key ${ids.join(' and ')}, and ${
      had.length > 0 ? `the keys at hand are others (${had.join(', ')})` : 'no key is at hand'
    }. Set CHAVE_SENHAS to it, or bring ${source.file} from the machine that has it, or from where you keep it. If it is lost for good: npm run -s cli -- ${wayOut}`,
  )
}
