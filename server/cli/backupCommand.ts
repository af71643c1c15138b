import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { type Config, version } from '../config.ts'
import { tablesInUse } from '../database/backup/catalogue.ts'
import { restoreBackup } from '../database/backup/restoreBackup.ts'
import { writeBackup } from '../database/backup/writeBackup.ts'
import type { Database } from '../database/database.ts'
import { othersAtWork } from '../database/migrate.ts'
import { ownMigrations } from '../database/migrations/folder.ts'
import { openDatabase } from '../database/open.ts'
import { databaseName } from '../database/place.ts'
import { lostKeys } from '../database/sealed/keyInForce.ts'
import { OperatorError } from '../errors.ts'
import { openInput, writeOutput } from './files.ts'
import { type CliIo, cliLog, progressBar } from './io.ts'
import { readArgs } from './verbs.ts'

/** There is nothing to back up. The exit code 3 tells this apart from a backup that failed. */
export class EmptyDatabaseError extends OperatorError {
  override readonly name = 'EmptyDatabaseError'
}

/** An interrupted command closes the database, even one that comes up only now, and would run on. */
function openFor(config: Config, io: CliIo): Promise<Database> {
  const opening = openDatabase({ ...config, log: cliLog(io), role: 'cli' })
  io.undo.add(async () => (await opening).close())
  return opening
}

/**
 * A running desk goes on meanwhile. The file gets its name only when it is complete and on the disk, and
 * only its owner may read it, since it holds everything.
 * @throws EmptyDatabaseError for a database that nobody has used; no file is written then
 */
export async function runBackup(config: Config, args: string[], io: CliIo): Promise<void> {
  const [path = ''] = readArgs(args, {}, 1).words
  const source = await openFor(config, io)
  const bar = progressBar(io, null)
  let rows = 0
  try {
    if ((await tablesInUse(source.pool)).length === 0)
      throw new EmptyDatabaseError(
        `The database ${databaseName(config)} is empty, and no backup was written. Is it the right one? Set DATA_DIR or DATABASE_URL to the desk’s.`,
      )
    const text = writeBackup(source.pool, { alo: version, now: new Date() }, (done) => {
      rows = done
      bar.show(done, `${done} rows`)
    })
    // Level 3: half the time of the default for a tenth more bytes.
    await writeOutput({ path }, io, text, createGzip({ level: 3 }))
  } finally {
    bar.end()
    await source.close()
  }
  io.err.write(`${rows} rows backed up. Service passwords are in it as they are sealed: keep their key elsewhere.\n`)
}

/** Fills an empty database, completely or not at all. Refuses the database of a running desk. */
export async function runRestore(config: Config, args: string[], io: CliIo): Promise<void> {
  const options = { 'without-key': { type: 'boolean' } } as const
  const { words, values } = readArgs(args, options, 1)
  const [path = ''] = words
  const { chunks } = await openInput(path, io)
  const database = await openFor(config, io)
  const bar = progressBar(io, null)
  const text = createGunzip()
  try {
    if (await othersAtWork(database))
      throw new OperatorError(
        'A desk runs on this database. Stop it first, or name another with DATA_DIR or DATABASE_URL.',
      )
    const keys = values['without-key'] ? null : database.keys
    const onRows = (done: number) => bar.show(done, `${done} rows`)
    // An error of the reading ends `text`, where the restore meets it. Awaited here, it would end the command before
    // the restore has rolled back.
    pipeline(chunks(), text).catch(() => undefined)
    const restored = restoreBackup(database.pool, text, { migrations: ownMigrations, keys, log: cliLog(io), onRows })
    const { linhas, criado_em } = await restored.catch((error) => {
      throw /^Z_/.test(String(error?.code))
        ? new OperatorError(`${path} is no backup of Alô, or is damaged or cut short (${error.code}).`)
        : error
    })
    bar.end()
    io.err.write(`${linhas} rows restored, as of ${criado_em}. Everybody signs in anew.\n`)
    const { ids } = await lostKeys(database)
    if (ids.length > 0)
      io.err.write(`Their key ${ids.join(' and ')} is missing. Bring it before a desk starts, or: senhas discard\n`)
  } finally {
    bar.end()
    text.destroy()
    await database.close()
  }
}
