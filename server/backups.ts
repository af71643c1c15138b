import { spawn } from 'node:child_process'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Config, environmentOf } from './config.ts'
import type { Log } from './database/database.ts'
import { repeat } from './repeat.ts'

const lookEveryMs = 5 * 60_000
const hour = 3_600_000
const named = /^alo-\d{8}T\d{6}Z\.backup\.gz$/
const draft = /^alo-\d{8}T\d{6}Z\.backup\.gz\.\d+\.part$/

// From source the commands stand in a folder of their own and need a TypeScript loader; a bundle is one folder.
const program = import.meta.url.endsWith('.ts')
  ? ['--import', 'tsx', new URL('./cli/cli.ts', import.meta.url).pathname]
  : [new URL('./cli.js', import.meta.url).pathname]

/**
 * Backs the desk up into `BACKUP_PASTA` whenever the newest backup there is older than `BACKUP_INTERVALO_HORAS`, in a
 * process of its own that steps back before the desk's, and keeps the newest `BACKUP_MANTER`. What fails is logged and
 * tried again. Gives what stops it. docs/interface.md: Backup.
 */
export function scheduleBackups(config: Config, log: Log): () => Promise<void> {
  const { folder = '', everyHours, keep } = config.backup
  if (folder === '') return async () => {}
  const ending = new AbortController()
  const stop = repeat('back up', lookEveryMs, backUpWhenDue, log)

  async function backUpWhenDue(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const newest = (await backupsIn(folder)).at(-1)
    const age = newest ? Date.now() - (await stat(newest)).mtimeMs : Number.POSITIVE_INFINITY
    if (age < everyHours * hour || ending.signal.aborted) return
    await removeDrafts(folder)
    const file = join(folder, `alo-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}.backup.gz`)
    await backUp(config, file, ending.signal)
    log.info({ file }, 'backed up')
    for (const old of (await backupsIn(folder)).slice(0, -keep)) await rm(old, { force: true })
  }

  return async () => {
    ending.abort()
    await stop()
  }
}

/** Oldest first, by their names. */
async function backupsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder)
  return names
    .filter((name) => named.test(name))
    .sort()
    .map((name) => join(folder, name))
}

/** What a backup that was cut short has left; nobody else writes here under such a name. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (draft.test(name)) await rm(join(folder, name), { force: true })
}

/** Where the system allows it; a backup at the desk's own priority is better than none. */
function stepBack(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Not allowed, or it has ended already.
  }
}

async function backUp(config: Config, file: string, signal: AbortSignal): Promise<void> {
  const args = [...program, 'backup', file]
  const child = spawn(process.execPath, args, { env: environmentOf(config), stdio: ['ignore', 'ignore', 'pipe'] })
  const end = () => child.kill('SIGTERM')
  signal.addEventListener('abort', end)
  try {
    const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve))
    if (child.pid) stepBack(child.pid)
    const [code, said] = await Promise.all([ended, text(child.stderr)])
    if (code !== 0 && !signal.aborted) throw new Error(`the backup failed: ${said.trim()}`)
  } finally {
    signal.removeEventListener('abort', end)
  }
}
