import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fstatSync, mkdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { DataFolder } from './dataFolder.ts'
import { childrenOf, pidIn, serverOf } from './lock.ts'
import { command } from './programs.ts'
import { openServerLog, saidSince } from './serverLog.ts'

/**
 * For a small machine that the desk shares. Settings for durability stay at PostgreSQL's defaults. docs/decisions/0085.
 */
const settings = [
  ...['max_connections=100', 'shared_buffers=96MB', 'random_page_cost=1.1', 'jit=off'],
  // Fewer processes for a reader, and no shared memory files: a container's /dev/shm has 64 MB.
  ...['max_parallel_workers_per_gather=0', 'max_parallel_maintenance_workers=0', 'io_method=sync'],
  // Nobody replicates it, and its folder stays small. Still, `wal_level` stays at its default: at `minimal`, a crash
  // takes a sequence back to where the transaction left it that made it, and its numbers are given again.
  ...['max_wal_senders=0', 'max_logical_replication_workers=0'],
  ...['max_wal_size=256MB', 'min_wal_size=32MB'],
  // Only the clients get their errors, which may hold the values that they sent.
  ...['log_min_messages=log', 'log_min_error_statement=panic', 'log_error_verbosity=terse'],
  ...['log_checkpoints=off', 'log_line_prefix=%m [%p] '],
]

/** A server that this process started; `ended` is what it logged, once it has ended. */
export interface Started {
  ended?: string
}

/** Starts the server on the folder. It outlives this process, and a signal to this process's group does not reach it. */
export function startPostmaster(folder: DataFolder): Started {
  const { cluster, sockets } = folder
  // Somebody may have removed it, like what is old in a temporary folder.
  if (sockets) mkdirSync(sockets, { recursive: true, mode: 0o700 })
  const given = [...settings, ...folder.settings].flatMap((setting) => ['-c', setting])
  const [program, args, how] = command('postgres', folder, ['-D', cluster, ...given])
  // After a restart of the machine, another program may have the process id of the lock file, and PostgreSQL would take
  // it for its predecessor. With this variable, pg_ctl names a process that PostgreSQL shall ignore.
  const stale = serverOf(cluster) === null && { PG_GRANDPARENT_PID: String(pidIn(cluster)) }
  const log = openServerLog(folder.log)
  const from = fstatSync(log).size
  const env = { ...how.env, ...stale }
  const child = spawn(program, args, { ...how, env, detached: true, stdio: ['ignore', log, log] })
  child.unref()
  const started: Started = {}
  const over = once(child, 'exit').then(() => saidSince(log, from))
  void over.catch(String).then((said) => {
    started.ended = said
    closeSync(log)
  })
  return started
}

/**
 * Sends the signal to the cluster's server. Resolves to true when it has ended, or to false after `limitMs`. SIGKILL
 * goes to its child processes too: one that hangs does not notice that the server is gone, and no server starts while
 * it holds shared memory.
 */
export async function endServer(cluster: string, signal: NodeJS.Signals, limitMs: number): Promise<boolean> {
  const pid = serverOf(cluster)
  if (pid === null) return true
  const hanging = signal === 'SIGKILL' ? childrenOf(pid) : []
  process.kill(pid, signal)
  for (const each of hanging) {
    try {
      process.kill(each, signal)
    } catch {
      // This child did not hang and ended with the server.
    }
  }
  for (const end = performance.now() + limitMs; performance.now() < end; await pause(20))
    if (serverOf(cluster) !== pid) return true
  return false
}
