import { existsSync, readdirSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { textOf } from '../owner.ts'
import { codeOf } from './trouble.ts'

/** The number in PostgreSQL's own lock; 0 for none. */
export const pidIn = (cluster: string) => Math.max(0, Number.parseInt(textOf(join(cluster, 'postmaster.pid')), 10) || 0)

/** The server that has the folder, as far as this machine's processes tell: it stands in its cluster. Null for none. */
export function serverOf(cluster: string): number | null {
  const pid = pidIn(cluster)
  if (pid === 0 || !isRunning(pid)) return null
  if (!existsSync('/proc/self/cwd')) return pid
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster) ? pid : null
  } catch (error) {
    // In a container even root may not see where nobody's processes stand.
    return codeOf(error) === 'EACCES' && textOf(`/proc/${pid}/comm`) === 'postgres\n' ? pid : null
  }
}

/** Whom that process has started, as far as the machine tells. */
export function childrenOf(pid: number): number[] {
  if (!existsSync('/proc/self/status')) return []
  const isChild = (name: string) => textOf(`/proc/${name}/status`).includes(`\nPPid:\t${pid}\n`)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isChild(name))
    .map(Number)
}

/** Whether a process has that number; one of another user counts. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}
