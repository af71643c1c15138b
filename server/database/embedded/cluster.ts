import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { textOf } from '../owner.ts'
import { syncPath } from '../synced.ts'
import { type DataFolder, moving } from './dataFolder.ts'
import { isRunning } from './lock.ts'
import { command } from './programs.ts'
import { EmbeddedDatabaseError } from './trouble.ts'

/** The PostgreSQL that npm brought. Another major version's files cannot be read by it. */
const major = '18'

/**
 * Sees to it that the folder holds a database that can be opened. Where none is `known` yet, one is made if it is missing, and
 * what killed starts left half made is cleared away; a desk that works with a database wants that one, with its calls in it.
 * Changes nothing of one that another PostgreSQL made. @throws EmbeddedDatabaseError naming what to do, or what initdb failed with
 */
export async function ensureCluster(folder: DataFolder, known?: string): Promise<void> {
  const { path, cluster } = folder
  if (known === undefined) await makeMissing(folder)
  const found = textOf(join(cluster, 'PG_VERSION')).trim()
  // An unmounted volume leaves an empty folder, or what was beneath it.
  if (known !== undefined && (found === '' || identifierIn(cluster) !== known)) throw gone(cluster)
  if (found === major) return
  throw new EmbeddedDatabaseError(
    found === ''
      ? `The folder ${cluster} should hold the embedded database, but its file PG_VERSION is missing: it is damaged or was ` +
          'copied in part. Restore it from a backup, or start with another DATA_DIR.'
      : `The data folder ${path} holds a database of PostgreSQL ${found}, and this version of Alô runs PostgreSQL ${major}. ` +
          moving(cluster, path),
  )
}

export const gone = (cluster: string) =>
  new EmbeddedDatabaseError(
    `The database that this desk works with is gone from ${cluster}, which is missing, empty or another one: bring it back ` +
      '(is its volume mounted?), and the desk goes on by itself. To work with what is there now, start the desk anew.',
  )

/** What initdb drew for a cluster and no other has begins this file. */
const control = 'global/pg_control'
function identifierIn(cluster: string): string | undefined {
  const file = join(cluster, control)
  return existsSync(file) ? readFileSync(file).toString('hex', 0, 8) : undefined
}

/** The same in SQL, of the folder that the server works in, whatever stands in its place by now. */
export const identifier = `encode(pg_read_binary_file('${control}', 0, 8), 'hex')`

/**
 * Fails on any other cluster, as a statement does whose database was dropped: there is one that answers, and for whoever asks
 * it is away.
 */
export const demandCluster = (known: string) =>
  `DO $$ BEGIN IF ${identifier} <> '${known}' THEN
    RAISE 'another database stands where this desk''s was' USING ERRCODE = 'database_dropped'; END IF; END $$`

async function makeMissing(folder: DataFolder): Promise<void> {
  clearDrafts(folder.path)
  if (!existsSync(folder.cluster)) await createCluster(folder)
}

const draftName = 'postgresql.draft.'

/** Our own number's is another's who is gone, too: a container gives its process the same one each time. */
function clearDrafts(path: string): void {
  for (const name of readdirSync(path).filter((each) => each.startsWith(draftName))) {
    const pid = Number(name.slice(draftName.length))
    if (pid === process.pid || !isRunning(pid)) remove(join(path, name))
  }
}

/** Beside its final place, so that one that was cut short, or was slower than another, leaves nothing that looks like a database. */
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

/** The cluster's name is to last, and those of the folders that were made for it. */
function syncNames(path: string): void {
  try {
    syncPath(path)
    if (dirname(path) !== path) syncNames(dirname(path))
  } catch {
    // Not ours to read, so it was not made for this.
  }
}

/** What a killed start has left may still be written to by its initdb. */
const remove = (draft: string) => rmSync(draft, { recursive: true, force: true, maxRetries: 5 })
