import { spawn } from 'node:child_process'
import { readdir, rm } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Config, environmentOf } from './config.ts'
import { backupDate } from './database/backup/backupFormat.ts'
import { makeFolder } from './database/owner.ts'
import type { Log } from './log.ts'
import { repeat } from './repeat.ts'

const lookEveryMs = 5 * 60_000
const hour = 3_600_000
/** The command's exit code for a database that nobody has used. */
const nothingYet = 3
const named = /^alo-\d{8}T\d{6}Z\.backup\.gz$/
const draft = /^alo-\d{8}T\d{6}Z\.backup\.gz\.\d+\.part$/

// From source the commands stand in a folder of their own and need a TypeScript loader; a bundle is one folder.
const program = import.meta.url.endsWith('.ts')
  ? ['--import', 'tsx', new URL('./cli/cli.ts', import.meta.url).pathname]
  : [new URL('./cli.js', import.meta.url).pathname]

/**
 * Backs the desk up into `BACKUP_PASTA` whenever the newest backup there is older than `BACKUP_INTERVALO_HORAS`, in a
 * child process of lower priority, and keeps the newest `BACKUP_MANTER`. No backup is removed while `isSteady` says
 * that the clock cannot be trusted. A failure is logged, reported to `failed` and tried again. Returns the function
 * that stops it. docs/interface.md: Backup, The clock.
 */
export function scheduleBackups(
  config: Config,
  log: Log,
  isSteady: () => Promise<boolean>,
  failed: (chore: string) => void,
): () => Promise<void> {
  const { folder = '', everyHours, keep } = config.backup
  if (folder === '') return async () => {}
  const ending = new AbortController()
  const stop = repeat('back up', lookEveryMs, backUpWhenDue, log, () => void failed('back up'))

  async function backUpWhenDue(): Promise<void> {
    makeFolder(folder)
    const { due } = judgeBackups(await backupsIn(folder), new Date(), { everyHours, keep })
    if (!due || ending.signal.aborted) return
    await removeDrafts(folder)
    const file = join(folder, `alo-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}.backup.gz`)
    if (!(await backUp(config, file, ending.signal))) return
    log.info({ file }, 'backed up')
    if (!(await isSteady())) return
    const { surplus, uncounted } = judgeBackups(await backupsIn(folder), new Date(), { everyHours, keep })
    if (uncounted.length > 0)
      log.warn({ uncounted }, 'neither counted nor removed: no backups, or dated ahead of the clock')
    for (const old of surplus) await rm(old, { force: true })
  }

  return async () => {
    ending.abort()
    await stop()
  }
}

export interface Backup {
  file: string
  /** The date inside the file, null if there is none. A copy may change the file's name and its time. */
  made: Date | null
}

/**
 * Decides whether another backup is due, and which backups exceed `keep`. Two kinds of files are neither counted nor
 * removed: one from the future, which a clock that was ahead has dated (counted, it would pass for a recent backup and
 * push a good one out), and one without a date, which may be anything.
 */
export function judgeBackups(
  found: readonly Backup[],
  now: Date,
  { everyHours, keep }: Pick<Config['backup'], 'everyHours' | 'keep'>,
): { due: boolean; surplus: string[]; uncounted: string[] } {
  const counted = found.flatMap(({ file, made }) => (made !== null && made <= now ? [{ file, made }] : []))
  counted.sort((a, b) => a.made.getTime() - b.made.getTime())
  const files = counted.map(({ file }) => file)
  const newest = counted.at(-1)?.made.getTime() ?? Number.NEGATIVE_INFINITY
  return {
    due: now.getTime() - newest >= everyHours * hour,
    surplus: files.slice(0, -keep),
    uncounted: found.map(({ file }) => file).filter((file) => !files.includes(file)),
  }
}

async function backupsIn(folder: string): Promise<Backup[]> {
  const files = (await readdir(folder)).filter((name) => named.test(name)).map((name) => join(folder, name))
  const found: Backup[] = []
  for (const file of files) found.push({ file, made: await backupDate(file) })
  return found
}

/** Removes what interrupted backups left in the folder; nothing else writes files with such names there. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (draft.test(name)) await rm(join(folder, name), { force: true })
}

/** Lowers the priority where the system allows it; a backup at the desk's own priority is better than none. */
function stepBack(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Not allowed, or it has ended already.
  }
}

/** Runs the backup command. False if there is nothing to back up yet, or `signal` stopped it. @throws if it fails */
async function backUp(config: Config, file: string, signal: AbortSignal): Promise<boolean> {
  const args = [...program, 'backup', file]
  const child = spawn(process.execPath, args, { env: environmentOf(config), stdio: ['ignore', 'ignore', 'pipe'] })
  const end = () => child.kill('SIGTERM')
  signal.addEventListener('abort', end)
  try {
    const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
    if (child.pid) stepBack(child.pid)
    const [code, said] = await Promise.all([ended, text(child.stderr)])
    if (code !== 0 && code !== nothingYet && !signal.aborted) throw new Error(`the backup failed: ${said.trim()}`)
    return code === 0
  } finally {
    signal.removeEventListener('abort', end)
  }
}
