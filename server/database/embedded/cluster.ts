import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
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
 * Sees to it that the folder holds a database that can be opened: a `start` makes one where there is none, and clears away
 * what killed starts left half made; a `repair` does not, for there was one, with calls in it. Changes nothing of one that
 * another PostgreSQL made. @throws EmbeddedDatabaseError naming what to do, or what initdb failed with
 */
export async function ensureCluster(folder: DataFolder, why: 'start' | 'repair'): Promise<void> {
  const { path, cluster } = folder
  if (why === 'start') await makeMissing(folder)
  else if (!existsSync(cluster))
    throw new EmbeddedDatabaseError(
      `The folder ${cluster} is gone, and with it the database that this desk works with: bring it back (is its volume ` +
        'mounted?), and the desk goes on by itself.',
    )
  const found = textOf(join(cluster, 'PG_VERSION')).trim()
  if (found === major) return
  throw new EmbeddedDatabaseError(
    found === ''
      ? `The folder ${cluster} should hold the embedded database, but its file PG_VERSION is missing: it is damaged or was ` +
          'copied in part. Restore it from a backup, or start with another DATA_DIR.'
      : `The data folder ${path} holds a database of PostgreSQL ${found}, and this version of Alô runs PostgreSQL ${major}. ` +
          moving(cluster, path),
  )
}

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
