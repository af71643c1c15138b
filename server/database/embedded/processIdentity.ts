import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { z } from 'zod'

/** Where and when a process runs: a number alone is given again to others after a while, or after a restart. */
export const processIdentity = z.object({
  pid: z.int(),
  machine: z.string().nullable(),
  startTicks: z.string().nullable(),
})
export type ProcessIdentity = z.infer<typeof processIdentity>

/** The identity of this very process. */
export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, machine: machine(), startTicks: startTicks(process.pid) }
}

/** Whether that process still runs; 'unknown' when it belongs to another machine, boot or container. */
export function isRunning(identity: ProcessIdentity): boolean | 'unknown' {
  if (identity.machine === null || identity.machine !== machine()) return 'unknown'
  try {
    process.kill(identity.pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  // Without /proc nobody can tell whether the number has been given to somebody else since.
  if (identity.startTicks === null) return process.pid === identity.pid || 'unknown'
  return identity.startTicks === startTicks(identity.pid)
}

// One boot of one kernel, and one space of process numbers on it; the host's name where there is no /proc.
function machine(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
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
