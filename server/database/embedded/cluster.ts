import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { OperatorError } from '../../errors.ts'
import { textOf } from '../owner.ts'
import { syncPath } from '../synced.ts'
import { type DataFolder, moving } from './dataFolder.ts'
import { isRunning } from './lock.ts'
import { command } from './programs.ts'

/** The major version of the PostgreSQL that npm installs. It cannot read the files of another major version. */
const major = '18'

/**
 * Makes sure that the folder holds a cluster that can be opened. Without `known`, it makes a missing cluster and
 * removes those that killed starts left half made. `known` is the identifier of the cluster that a desk works with: no
 * other one will do, since only that one has the desk's calls. It changes nothing in a cluster of another PostgreSQL
 * version.
 * @throws OperatorError naming what to do, or what initdb failed with
 */
export async function ensureCluster(folder: DataFolder, known?: string): Promise<void> {
  const { path, cluster } = folder
  if (known === undefined) {
    clearDrafts(path)
    if (!existsSync(cluster)) await createCluster(folder)
  }
  const found = textOf(join(cluster, 'PG_VERSION')).trim()
  // An unmounted volume leaves an empty folder, or the files that its mount had hidden.
  if (known !== undefined && (found === '' || identifierIn(cluster) !== known)) throw gone(cluster)
  const missing = found === '' ? 'PG_VERSION' : identifierIn(cluster) === undefined && control
  if (found === major && !missing) return
  throw new OperatorError(
    missing
      ? `The folder ${cluster} should hold the embedded database, but its file ${missing} is missing: it is damaged or was ` +
          `copied in part. Put it aside (mv ${cluster} ${cluster}.before) and restore a backup, or start with another DATA_DIR. ` +
          'README.md: Back up, restore, move.'
      : `The data folder ${path} holds a database of PostgreSQL ${found}, and this version of Alô runs PostgreSQL ${major}. ` +
          moving(cluster, path),
  )
}

export const gone = (cluster: string) =>
  new OperatorError(
    `The database that this desk works with is gone from ${cluster}, which is missing, empty or another one: bring it back ` +
      '(is its volume mounted?), and the desk goes on by itself. To work with what is there now, start the desk anew.',
  )

export const putAside = (cluster: string, server = '') =>
  new OperatorError(
    `PostgreSQL still works in the database that was moved away from ${cluster}. End it (kill -INT ${server}), then try again.`,
  )

/** This file begins with the identifier that initdb draws for a cluster and that no other cluster has. */
const control = 'global/pg_control'
export function identifierIn(cluster: string): string | undefined {
  const file = join(cluster, control)
  return existsSync(file) ? readFileSync(file).toString('hex', 0, 8) : undefined
}

/** The identifier in SQL, read from the folder that the server works in, even if another stands in its place by now. */
export const identifier = `encode(pg_read_binary_file('${control}', 0, 8), 'hex')`

/**
 * A statement that fails on any cluster but the `known` one, with the error code of a dropped database: a server
 * answers, but the caller's database is away.
 */
export const demandCluster = (known: string) =>
  `DO $$ BEGIN IF ${identifier} <> '${known}' THEN
    RAISE 'another database stands where this desk''s was' USING ERRCODE = 'database_dropped'; END IF; END $$`

const draftName = 'postgresql.draft.'

/** A draft with our own process id is left over, too: a container gives its process the same id each time. */
function clearDrafts(path: string): void {
  for (const name of readdirSync(path).filter((each) => each.startsWith(draftName))) {
    const pid = Number(name.slice(draftName.length))
    if (pid === process.pid || !isRunning(pid)) remove(join(path, name))
  }
}

/**
 * Makes the cluster beside its final place and then renames it, so that a start that is interrupted, or slower than
 * another, leaves nothing that looks like a database.
 */
async function createCluster(folder: DataFolder): Promise<void> {
  const { path, cluster } = folder
  const draft = join(path, `${draftName}${process.pid}`)
  mkdirSync(draft, { mode: 0o700 })
  const texts = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const ours = ['-D', draft, '--username=postgres', ...folder.initdb, ...texts, '--no-instructions']
  try {
    await promisify(execFile)(...command('initdb', folder, ours))
    renameSync(draft, cluster)
  } catch (error) {
    remove(draft)
    // Another process may have been faster.
    if (!existsSync(cluster)) throw error
  }
  syncNames(path)
}

/** Flushes the names of the cluster and of the folders above it, which may be new, to the disk. */
function syncNames(path: string): void {
  try {
    syncPath(path)
    if (dirname(path) !== path) syncNames(dirname(path))
  } catch {
    // A folder that this user may not read was not made for this cluster.
  }
}

/** Retries, since the initdb of a killed start may still write to its draft. */
const remove = (draft: string) => rmSync(draft, { recursive: true, force: true, maxRetries: 5 })
