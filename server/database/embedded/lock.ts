import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { isRunning, ownIdentity, type ProcessIdentity } from './processIdentity.ts'
import { answers } from './socket.ts'

/** What a lock file says about the process that holds it. */
export type Owner = ProcessIdentity & { role: 'server' | 'cli'; since: string; sockets: string }

export class LockHeldError extends Error {
  readonly owner: Owner
  constructor(owner: Owner) {
    super(`held by process ${owner.pid} since ${owner.since}`)
    this.name = 'LockHeldError'
    this.owner = owner
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
      const owner = parse(found)
      if (owner && (await isAlive(owner))) throw new LockHeldError(owner)
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
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
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
    return JSON.parse(text) as Owner
  } catch {
    return null // torn by a power cut: whoever wrote it is gone
  }
}
