import { existsSync, readdirSync, readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from '../../errors.ts'
import { textOf } from '../owner.ts'

/** The process id in PostgreSQL's own lock file; 0 for none. */
export const pidIn = (cluster: string) => Math.max(0, Number.parseInt(textOf(join(cluster, 'postmaster.pid')), 10) || 0)

/**
 * The process id of the cluster's server, or null. The cluster is the server's working directory, where /proc tells.
 */
export function serverOf(cluster: string): number | null {
  const pid = pidIn(cluster)
  if (pid === 0 || !isRunning(pid)) return null
  if (!existsSync('/proc/self/cwd')) return pid
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster) ? pid : null
  } catch (error) {
    // In a container even root may not read the working directory of a process of the user `nobody`.
    return codeOf(error) === 'EACCES' && textOf(`/proc/${pid}/comm`) === 'postgres\n' ? pid : null
  }
}

/** Ids of the child processes of that process; empty on a machine without /proc. */
export function childrenOf(pid: number): number[] {
  if (!existsSync('/proc/self/status')) return []
  const isChild = (name: string) => textOf(`/proc/${name}/status`).includes(`\nPPid:\t${pid}\n`)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isChild(name))
    .map(Number)
}

/**
 * Whether no process of the cluster's server recovers it, though the server says so to its clients. PostgreSQL stays like
 * that for ever when its recovery fails after a crash, as on a failing disk. False where /proc cannot tell. Processes
 * that just come or go have no name. An operator's `cluster_name` stands before what a process does.
 */
export function isAbandoned(cluster: string): boolean {
  const names = childrenOf(serverOf(cluster) ?? -1).map((pid) => textOf(`/proc/${pid}/cmdline`))
  const named = names.filter((name) => name.startsWith('postgres: '))
  return named.length > 0 && !named.some((name) => /^postgres: (.*: )?startup/.test(name))
}

/**
 * Whether the cluster's server runs and has said that it takes connections. False where /proc cannot tell whose process
 * that is: after a power cut the file still says so, and its process id may be another program's.
 */
export const saysReady = (cluster: string) =>
  existsSync('/proc/self/cwd') && serverOf(cluster) !== null && /^ready/m.test(textOf(join(cluster, 'postmaster.pid')))

/** Whether a process with that id runs; one of another user counts. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}
