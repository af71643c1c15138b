import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, fstatSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { DataFolder } from './dataFolder.ts'
import { childrenOf, pidIn, serverOf } from './lock.ts'
import { command } from './programs.ts'
import { openServerLog, saidSince } from './serverLog.ts'

/** Fit for a small machine whose processors the desk shares. What makes it durable is PostgreSQL's default. docs/decisions/0085. */
const settings = [
  ...['max_connections=100', 'shared_buffers=96MB', 'random_page_cost=1.1', 'jit=off'],
  // One process less a reader, and no shared memory files: a container's /dev/shm has 64 MB.
  ...['max_parallel_workers_per_gather=0', 'max_parallel_maintenance_workers=0', 'io_method=sync'],
  // Nobody replicates it, and its folder stays small.
  ...['wal_level=minimal', 'max_wal_senders=0', 'max_logical_replication_workers=0'],
  ...['max_wal_size=256MB', 'min_wal_size=32MB'],
  // What clients did wrong, with the values they sent, is for the clients alone.
  ...['log_min_messages=log', 'log_min_error_statement=panic', 'log_error_verbosity=terse'],
  ...['log_checkpoints=off', 'log_line_prefix=%m [%p] '],
]

/** A server that was started here; once it has ended, what it said. */
export interface Started {
  ended?: string
}

/** Starts the server on the folder. It outlives this process, and a signal to this process's group does not reach it. */
export function startPostmaster(folder: DataFolder): Started {
  const { cluster } = folder
  const given = [...settings, ...folder.settings].flatMap((setting) => ['-c', setting])
  const [program, args, how] = command('postgres', folder, ['-D', cluster, ...given])
  // After a restart of the machine the number in the lock may be another program's, and PostgreSQL would take that one for
  // its predecessor. This is how pg_ctl names one that is nobody to fear.
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
 * Sends the signal to the server that has the folder, and resolves when it has ended, or with false after `limitMs`. A SIGKILL
 * is for all its processes: one that hangs does not see that the server is gone, and no other starts while it holds memory.
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
      // It did not hang, and went with the server.
    }
  }
  for (const end = performance.now() + limitMs; performance.now() < end; await pause(20))
    if (serverOf(cluster) !== pid) return true
  return false
}
