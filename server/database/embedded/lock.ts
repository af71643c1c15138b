import { randomUUID } from 'node:crypto'
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { answers, DataFolderClosedError, DiskFullError, isFull } from './dataFolder.ts'
import { holdLease, type LeaseShare } from './holdLease.ts'
import { leaseText } from './lease.mjs'
import { isRunning, ownIdentity, processIdentity } from './processIdentity.ts'

/** What a lock file says about the process that holds it. */
const owner = processIdentity.extend({
  role: z.enum(['server', 'cli']),
  since: z.string(),
  sockets: z.string(),
  id: z.string().optional(),
})
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

export type Lock = {
  /** For the thread that touches what is locked. */
  share: LeaseShare
  /** Gives it back. */
  release: () => void
}

// A holder that could not renew its lease ends itself after half of that (holdLease.ts).
const PATIENCE_MS = 10_000
const LOOK_MS = 250
let serial = 0

/**
 * Takes the lock, over a dead owner's if need be. Throws LockHeldError while its owner lives. The file appears whole or
 * not at all (a link), so no reader sees half. An owner elsewhere is dead when its lease has not been renewed for
 * `patienceMs` by our own clock.
 */
export async function takeLock(
  file: string,
  role: Owner['role'],
  sockets: string,
  patienceMs = PATIENCE_MS,
): Promise<Lock> {
  const me: Owner = { ...ownIdentity(), role, since: new Date().toISOString(), sockets, id: randomUUID() }
  const line = JSON.stringify(me)
  const draft = `${file}.${process.pid}.${++serial}`
  told(file, () => writeFileSync(draft, leaseText(line, 0), { mode: 0o600 }))
  try {
    while (!linked(draft, file)) {
      const found = read(file)
      if (found === null) continue
      const holder = parse(found)
      const left = await leftAlone(file, holder, found, patienceMs)
      if (left === null) throw new LockHeldError(holder ?? unknownOwner(sockets))
      discard(file, left)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  const { share, end } = holdLease(file, line)
  const release = () => {
    end()
    if (read(file)?.startsWith(`${line}\n`)) rmSync(file, { force: true })
  }
  return { share, release }
}

/** Whether the owner lives; for one elsewhere, that is whether it renews its lease. */
export async function isAlive(file: string, owner: Owner, patienceMs = PATIENCE_MS): Promise<boolean> {
  const found = read(file)
  return found !== null && parse(found)?.id === owner.id && (await leftAlone(file, owner, found, patienceMs)) === null
}

// The lock's text when its owner is dead, and null when it lives. Across containers and machines that share the folder,
// process numbers say nothing and clocks differ: we watch whether the text changes. A torn one may be a renewal half seen.
async function leftAlone(file: string, owner: Owner | null, found: string, patienceMs: number): Promise<string | null> {
  const running = owner ? isRunning(owner) : 'unknown'
  if (running !== 'unknown') return running ? null : found
  if (owner && (await answers(owner.sockets))) return null
  for (const end = performance.now() + patienceMs; performance.now() < end; ) {
    await pause(Math.min(LOOK_MS, patienceMs))
    const now = read(file)
    if (now !== found) return now === null ? found : null
  }
  return found
}

const unknownOwner = (sockets: string): Owner => ({
  ...{ pid: 0, machine: null, startTicks: null, role: 'server', since: 'a time that its lock does not tell', sockets },
})

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
  return told(file, () => {
    try {
      return readFileSync(file, 'utf8')
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return null
      throw error
    }
  })
}

function told<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw isFull(error) ? new DiskFullError(file, error) : new DataFolderClosedError(file, dirname(file), error)
  }
}

function parse(text: string): Owner | null {
  try {
    return owner.parse(JSON.parse(text.split('\n', 1)[0] ?? ''))
  } catch {
    return null
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
