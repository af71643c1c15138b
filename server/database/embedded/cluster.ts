import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type DataFolder, DataFolderError } from './dataFolder.ts'
import { syncPath } from './synced.ts'
import { type Log, runInThread } from './thread.ts'

/** The PostgreSQL that PGlite is. Another one's files cannot be read by it. */
const MAJOR = '18'

/**
 * Sees to it that the folder holds a database that can be opened: creates one where there is none, and otherwise looks
 * whether it is this PostgreSQL's.
 */
export async function ensureCluster(folder: DataFolder, log: Log): Promise<void> {
  if (!existsSync(folder.cluster)) {
    refuseOldDraft(folder)
    await createCluster(folder, log)
  }
  const found = versionOf(folder.cluster)
  if (found !== MAJOR) throw new DataFolderError(found === null ? damaged(folder) : otherVersion(folder, found))
}

// Beside its final place, so that a start cut short leaves nothing that looks like a database. Nobody is served before
// its final name is on the disk: a draft that is found is never the only copy of anything. It has a thread of its own
// because initdb leaves some 500 MB behind, which only the thread's end gives back.
async function createCluster(folder: DataFolder, log: Log): Promise<void> {
  const draft = join(folder.path, 'postgres.draft')
  rmSync(draft, { recursive: true, force: true })
  log.info({ folder: folder.path }, 'creating the embedded database')
  await runInThread({ task: 'create', cluster: draft })
  renameSync(draft, folder.cluster)
  syncNames(folder.path)
}

/** Brings the folder's list of names to the disk, and its own name, and those of the folders above made for it. */
function syncNames(path: string): void {
  syncPath(path)
  for (let above = dirname(path), below = path; above !== below; below = above, above = dirname(above)) {
    try {
      syncPath(above)
    } catch {
      return // not ours to read, so it was not made for this folder
    }
  }
}

function versionOf(cluster: string): string | null {
  const file = join(cluster, 'PG_VERSION')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

// Earlier versions of Alô gave the draft its final name without bringing that to the disk, and served it: after a power
// cut the whole database may stand under the draft's name again.
function refuseOldDraft({ path, cluster }: DataFolder): void {
  const draft = join(path, 'postgres.new')
  if (!existsSync(draft) || readdirSync(draft).length === 0) return
  throw new DataFolderError(
    `The data folder ${path} has no database, but a draft of one, ${draft}. If this desk has been used before, that is ` +
      `your database, whose name a power cut took back: rename it to ${cluster}. If this desk was never used, a first ` +
      `start was cut short: remove ${draft}.`,
  )
}

function otherVersion({ path }: DataFolder, found: string): string {
  return (
    `The data folder ${path} holds a database of PostgreSQL ${found}, and this version of Alô runs PostgreSQL ${MAJOR}. ` +
    'Nothing in it was changed. With the version of Alô that made it, write a backup: ' +
    `DATA_DIR=${path} npm run -s cli -- backup FILE. Then, with this version, restore it into a new folder: ` +
    'DATA_DIR=NEW_FOLDER npm run -s cli -- restore FILE, and start with DATA_DIR=NEW_FOLDER.'
  )
}

function damaged({ cluster }: DataFolder): string {
  return (
    `The folder ${cluster} should hold the embedded database, but its file PG_VERSION is missing: it is damaged or was ` +
    'copied in part. Restore it from a backup, or start with another DATA_DIR.'
  )
}
