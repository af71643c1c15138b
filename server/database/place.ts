import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { codeOf, OperatorError } from '../errors.ts'
import type { Database } from './database.ts'
import { migrationsDone, othersAtWork } from './migrate.ts'
import { ofAnotherUser } from './owner.ts'

/** Where a database is: a PostgreSQL, or the embedded one below `dataDir`. */
export interface Place {
  databaseUrl?: string | undefined
  dataDir: string
}

/** Which database it is, for operators: never with a password. */
export function databaseName({ databaseUrl, dataDir }: Place): string {
  if (!databaseUrl) return resolve(dataDir)
  const url = new URL(databaseUrl)
  url.password = ''
  // May hold a password too.
  url.search = ''
  return url.href
}

/**
 * False where the embedded database was never made; true for any PostgreSQL, which `demandMade` asks when it is open.
 */
export const hasDatabase = ({ databaseUrl, dataDir }: Place): boolean =>
  // `postgres` is the folder of earlier versions: the code that opens it tells the operator what to do.
  Boolean(databaseUrl) || ['postgresql', 'postgres'].some((cluster) => existsSync(join(dataDir, cluster)))

export const noDatabase = (place: Place): OperatorError =>
  new OperatorError(
    `There is no database of Alô in ${databaseName(place)}, and commands make none. Start the desk first (npm start), ` +
      'or set DATA_DIR or DATABASE_URL to the one that is meant.',
  )

/** @throws OperatorError where no desk was ever started; not while one is at work, since it may still make the tables */
export async function demandMade(database: Database, place: Place): Promise<void> {
  if ((await migrationsDone(database.pool)).length === 0 && !(await othersAtWork(database))) throw noDatabase(place)
}

/**
 * Files that a command writes into the folder belong to the command's user, and another user's desk could not use them.
 * @throws OperatorError for another user's folder, with the line to type instead: `command`, and the names of the
 * environment `variables` that it needs
 */
export function demandOwner({ dataDir }: Place, command: readonly string[], variables: readonly string[]): void {
  const me = process.getuid?.()
  const owner = ownerOf(dataDir)
  if (me === undefined || owner === undefined || me === owner) return
  throw new OperatorError(ofAnotherUser(dataDir, command, variables))
}

/** The folder's owner; undefined where there is no folder. @throws OperatorError where the path cannot be reached */
function ownerOf(dataDir: string): number | undefined {
  try {
    return statSync(dataDir, { throwIfNoEntry: false })?.uid
  } catch (error) {
    throw new OperatorError(
      `${resolve(dataDir)} cannot be reached (${codeOf(error)}): what stands above it must be folders that this user may pass. ` +
        'Run this as the user that Alô runs as (sudo -u …), or name another folder with DATA_DIR.',
    )
  }
}
