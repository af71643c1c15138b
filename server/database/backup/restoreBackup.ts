import pg from 'pg'
import { OperatorError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import { applyMigrations, migrationsDone } from '../migrate.ts'
import { migrationNames } from '../migrations/folder.ts'
import { ownClient } from '../pool.ts'
import { missingKey } from '../sealed/keyInForce.ts'
import type { Keys } from '../sealed/keys.ts'
import { checksum, type End, endLine, formatVersion, head, linesOf, readOwn, tableLine } from './backupFormat.ts'
import { filledByItself, type Table, tablesInUse, tablesOf } from './catalogue.ts'

/** One statement writes rows until it reaches one of these limits. */
const [mostRows, mostBytes] = [5_000, 1_000_000]

interface Restored {
  linhas: number
  criado_em: string
}

interface Options {
  /** The folder of the migrations that this Alô knows. */
  migrations: string
  /** The keys at hand; the backup names the keys that it needs. Null where these are lost, to restore without them. */
  keys: Keys | null
  log: Log
  onRows?: (rows: number) => void
}

/**
 * Fills an empty database from a backup's text, completely or not at all: it applies the migrations that the backup's
 * database had, inserts the rows, and applies the later migrations. It never overwrites existing data.
 * @throws OperatorError telling what to do, with the database as empty as before unless it says otherwise
 */
export async function restoreBackup(
  pool: pg.Pool,
  pieces: AsyncIterable<Buffer>,
  { migrations, keys, log, onRows = () => {} }: Options,
): Promise<Restored> {
  const lines = linesOf(pieces)
  const next = async () => (await lines.next()).value
  const sum = checksum()
  const opening = await next()
  const { versao, alo, criado_em, migracoes, chaves } = readHead(opening)
  const newer = migracoes.filter((name) => !migrationNames(migrations).includes(name))
  if (versao > formatVersion || newer.length > 0) {
    const what = newer.length > 0 ? `migrations (${newer.slice(0, 3).join(', ')}…)` : `format (${versao})`
    throw new OperatorError(
      `The backup was made by a newer Alô (${alo}): this one does not know its ${what}. Restore it with that one or a later one.`,
    )
  }
  // Checked before anything is written: without these keys nobody could ever open the restored passwords.
  const missing = chaves.filter((id) => keys && !keys.find(id))
  if (keys && missing.length > 0) throw missingKey(missing, keys, 'restore FILE --without-key')
  sum.update(`${opening}\n`)

  const client = await ownClient(pool, { application_name: 'alo restore' })
  try {
    await demandTurn(client)
    await demandEmpty(client, migracoes)
    await applyMigrations(pool, migrations, log, migracoes)
    await client.query('BEGIN')
    const tables = await tablesOf(client)
    await client.query(switchTriggers(tables, 'DISABLE'))
    await client.query(deleteOwnRows(tables))
    const linhas: Record<string, number> = {}
    let total = 0
    let line = await next()
    while (line?.startsWith('#{"tabela"')) {
      sum.update(`${line}\n`)
      const { tabela, colunas } = readOwn(tableLine, line, 'the head of a table')
      const insert = insertInto(knownTable(tables, tabela, colunas))
      let rows: string[] = []
      let bytes = 0
      linhas[tabela] = 0
      const flush = async () => {
        if (rows.length === 0) return
        await client.query(insert, [`[${rows.join(',')}]`]).catch((error) => {
          throw isOfTheData(error) ? new OperatorError(`The file is damaged: rows of ${tabela} cannot be read.`) : error
        })
        linhas[tabela] = (linhas[tabela] ?? 0) + rows.length
        total += rows.length
        onRows(total)
        rows = []
        bytes = 0
      }
      for (line = await next(); line !== undefined && !line.startsWith('#'); line = await next()) {
        sum.update(`${line}\n`)
        rows.push(line)
        bytes += line.length
        if (rows.length >= mostRows || bytes >= mostBytes) await flush()
      }
      await flush()
    }
    await finish(client, readOwn(endLine, line, 'its end'), { linhas, sha256: sum.digest('hex') })
    if ((await next()) !== undefined) throw new OperatorError('The file is damaged: it goes on after its end.')
    await client.query(switchTriggers(tables, 'ENABLE'))
    await client.query('COMMIT')
    try {
      await applyMigrations(pool, migrations, log)
      await client.query('ANALYZE')
    } catch (error) {
      throw new OperatorError(
        `All ${total} rows are in, but not yet brought to this version. See to what follows, and start the desk, which does the rest. ${error}`,
      )
    }
    return { linhas: total, criado_em }
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined) // a lost connection has rolled back already
    throw error
  } finally {
    await client.end()
  }
}

/** SQLSTATE classes 22 and 23: a value does not fit its column, or violates a constraint. */
const isOfTheData = (error: unknown) => error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')

function readHead(line: string | undefined) {
  if (!line?.startsWith('#{"formato":"alo-backup"'))
    throw new OperatorError('The file is not a backup of Alô. Name a file that `backup` wrote.')
  return readOwn(head, line, 'its head')
}

const deleteOwnRows = (tables: readonly Table[]) =>
  tables
    .filter(({ nome }) => filledByItself.includes(nome))
    .map(({ nome }) => `DELETE FROM ${pg.escapeIdentifier(nome)}`)
    .join('; ')

const ADVISORY_KEY = 720_110_545 // any number, the same in every version

/**
 * Refuses a second restore of the same database, which would meet the first one's rows. The lock ends with `client`.
 */
async function demandTurn(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ own: boolean }>('SELECT pg_try_advisory_lock($1) AS own', [ADVISORY_KEY])
  if (!rows[0]?.own) throw new OperatorError('Another restore fills this database now. Wait until it has ended.')
}

/** The database may have tables, but no data in them, and no migration that the backup does not know. */
async function demandEmpty(client: pg.ClientBase, migracoes: readonly string[]): Promise<void> {
  const filled = await tablesInUse(client)
  if (filled.length > 0)
    throw new OperatorError(
      `The database is not empty (${filled.slice(0, 3).join(', ')}…), and nothing is written over. Restore into a new DATA_DIR or an empty DATABASE_URL.`,
    )
  const ahead = (await migrationsDone(client)).filter((name) => !migracoes.includes(name))
  if (ahead.length > 0)
    throw new OperatorError(
      'The database is empty but has the tables of a later version than the backup. Restore into a new DATA_DIR or a newly created database.',
    )
}

function knownTable(tables: readonly Table[], tabela: string, colunas: string[]): Table {
  const known = tables.find(({ nome }) => nome === tabela)
  if (!known || colunas.some((name) => !known.colunas.includes(name)))
    throw new OperatorError(`The file is damaged: there is no table ${tabela} with the columns that it names.`)
  return { nome: tabela, colunas }
}

function insertInto({ nome, colunas }: Table): string {
  const [table, columns] = [pg.escapeIdentifier(nome), colunas.map((name) => pg.escapeIdentifier(name)).join(', ')]
  return `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::${table}, $1::json)`
}

/** The rows already hold what the triggers did, so no trigger may run again. Foreign keys are still checked. */
const switchTriggers = (tables: readonly Table[], how: 'DISABLE' | 'ENABLE') =>
  tables.map(({ nome }) => `ALTER TABLE ${pg.escapeIdentifier(nome)} ${how} TRIGGER USER`).join('; ')

async function finish(client: pg.ClientBase, told: End, read: Pick<End, 'linhas' | 'sha256'>): Promise<void> {
  if (told.sha256 !== read.sha256 || JSON.stringify(told.linhas) !== JSON.stringify(read.linhas))
    throw new OperatorError('The file is damaged: its checksum is another. Take another backup.')
  for (const [nome, valor] of Object.entries(told.contadores))
    await client.query('SELECT setval($1::regclass, $2::bigint)', [pg.escapeIdentifier(nome), valor])
}
