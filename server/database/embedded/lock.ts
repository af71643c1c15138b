import { linkSync, readFileSync, readlinkSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { answers } from './dataFolder.ts'

/** Where and when a process runs: a number alone is given again to others after a while, or after a restart. */
const processIdentity = z.object({ pid: z.int(), machine: z.string().nullable(), startTicks: z.string().nullable() })
type ProcessIdentity = z.infer<typeof processIdentity>

/** What a lock file says about the process that holds it. */
const owner = processIdentity.extend({ role: z.enum(['server', 'cli']), since: z.string(), sockets: z.string() })
export type Owner = z.infer<typeof owner>

export class LockHeldError extends Error {
  readonly owner: Owner
  constructor(owner: Owner) {
    super(`held by process ${owner.pid} since ${owner.since}`)
    this.name = 'LockHeldError'
    this.owner = owner
  }
}

/** A second server on one data folder would corrupt it. The message tells the operator who holds it and what to do. */
export class DataFolderInUseError extends Error {
  readonly pid: number
  constructor(folder: string, owner: Owner) {
    const who = owner.role === 'server' ? 'another Alô server' : 'an Alô command'
    super(
      `The data folder ${folder} is in use by ${who} (process ${owner.pid}, since ${owner.since}), and two at once would ` +
        `corrupt it. Stop process ${owner.pid} first, or give this server a folder of its own with DATA_DIR.`,
    )
    this.name = 'DataFolderInUseError'
    this.pid = owner.pid
  }
}

let serial = 0

/**
 * Takes the lock, over a dead owner's if need be, and returns the function that gives it back.
 * Throws LockHeldError while its owner lives. The file appears whole or not at all (a link), so no reader sees half.
 */
export async function takeLock(file: string, role: Owner['role'], sockets: string): Promise<() => void> {
  const me: Owner = { ...ownIdentity(), role, since: new Date().toISOString(), sockets }
  const text = `${JSON.stringify(me)}\n`
  const draft = `${file}.${process.pid}.${++serial}`
  writeFileSync(draft, text, { mode: 0o600 })
  try {
    while (!linked(draft, file)) {
      const found = read(file)
      if (found === null) continue
      const holder = parse(found)
      if (holder && (await isAlive(holder))) throw new LockHeldError(holder)
      discard(file, found)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (read(file) === text) rmSync(file, { force: true })
  }
}

/** Across containers that share the folder, process numbers say nothing; an answering socket does. */
export async function isAlive(owner: Owner): Promise<boolean> {
  const running = isRunning(owner)
  return running === 'unknown' ? answers(owner.sockets) : running
}

function linked(draft: string, file: string): boolean {
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

// Two processes may find the same dead owner: the slower one would sweep away the faster one's new lock. So the file is
// moved aside first, looked at again, and put back when it is not the one that was judged.
function discard(file: string, judged: string): void {
  const aside = `${file}.stale.${process.pid}.${++serial}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (read(aside) !== judged) linked(aside, file)
  rmSync(aside, { force: true })
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function parse(text: string): Owner | null {
  try {
    return owner.parse(JSON.parse(text))
  } catch {
    return null // torn by a power cut: whoever wrote it is gone
  }
}

/** The identity of this very process. */
export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, machine: machine(), startTicks: startTicks(process.pid) }
}

/** Whether that process still runs; 'unknown' when it belongs to another machine, boot or container. */
function isRunning(identity: ProcessIdentity): boolean | 'unknown' {
  if (identity.machine !== machine()) return 'unknown'
  try {
    process.kill(identity.pid, 0)
  } catch (error) {
    if (codeOf(error) !== 'EPERM') return false
  }
  return identity.startTicks === null || identity.startTicks === startTicks(identity.pid)
}

// One boot of one kernel, and one space of process numbers on it. Null where there is no /proc.
function machine(): string | null {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return null
  }
}

// Field 22 of /proc/<pid>/stat. The second field is the program's name, which may hold spaces and brackets.
function startTicks(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? null : (fields[18] ?? null)
  } catch {
    return null
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
