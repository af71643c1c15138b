import { COPYFILE_FICLONE } from 'node:constants'
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

const tries = 3

/**
 * A copy of the embedded database's files, taken while a desk works with them: reading all of it through the desk's one
 * backend would keep calls waiting. The copy is what a power cut would have left, and opens as such: the record of the
 * last checkpoint is copied first, the write-ahead log last, and page images in the log mend pages copied half-written.
 * Gives the folder to open as a DATA_DIR; the caller removes it.
 */
export async function copyRunning(pool: pg.Pool, dataDir: string, cluster: string): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const folder = join(dataDir, `copia-${process.pid}-${attempt}`)
    try {
      if (await copied(pool, cluster, join(folder, 'postgres'))) return folder
    } catch (error) {
      rmSync(folder, { recursive: true, force: true })
      throw error
    }
    rmSync(folder, { recursive: true, force: true })
    if (attempt === tries) throw new Error('the database writes faster than its files can be copied: try again later')
  }
}

/** Whether the log from the checkpoint on was still there at the end. */
async function copied(pool: pg.Pool, cluster: string, to: string): Promise<boolean> {
  await pool.query('CHECKPOINT')
  const { rows } = await pool.query<{ log: string }>('SELECT redo_wal_file AS log FROM pg_control_checkpoint()')
  const firstLog = join('pg_wal', rows[0]?.log ?? '')
  mkdirSync(join(to, 'global'), { recursive: true, mode: 0o700 })
  await copyOne(cluster, to, join('global', 'pg_control'))
  await copyBelow(cluster, to, '', (path) => path === join('global', 'pg_control') || path === 'pg_wal')
  await copyBelow(cluster, to, 'pg_wal', () => false)
  return existsSync(join(cluster, firstLog))
}

async function copyBelow(from: string, to: string, folder: string, skip: (path: string) => boolean): Promise<void> {
  mkdirSync(join(to, folder), { recursive: true, mode: 0o700 })
  for (const entry of readdirSync(join(from, folder), { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (skip(path) || entry.name === 'postmaster.pid') continue
    if (entry.isDirectory()) await copyBelow(from, to, path, skip)
    else if (entry.isFile()) await copyOne(from, to, path)
  }
}

async function copyOne(from: string, to: string, path: string): Promise<void> {
  try {
    await copyFile(join(from, path), join(to, path), COPYFILE_FICLONE)
  } catch (error) {
    // A table dropped or a log recycled meanwhile: the log copied last knows.
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

/** Removes what backups that were killed have left. */
export function removeLeftovers(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const [, pid] = /^copia-(\d+)-\d+$/.exec(name) ?? []
    if (pid && !isRunning(Number(pid))) rmSync(join(dataDir, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
