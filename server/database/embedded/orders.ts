import { parentPort } from 'node:worker_threads'
import type { LeaseShare } from './holdLease.ts'

// What the database's thread is given to do, and what it says of it.
export type WorkerTask =
  | { task: 'create'; cluster: string }
  | { task: 'serve'; cluster: string; sockets: string; lease: LeaseShare; life: SharedArrayBuffer }
export type WorkerOrder = { order: 'stop'; whenIdle: boolean }
export type WorkerReport = { report: 'ready' } | { report: 'done' } | { report: 'failed'; reason: string }

/**
 * Ends the thread where it stands, with a last word to the log. Nothing catches this, neither the WebAssembly nor what
 * calls it, so not one statement more runs and not one byte more leaves. The thread is then started anew, and PostgreSQL
 * recovers from what is on the disk.
 */
export function endThread(reason: string): never {
  parentPort?.postMessage({ report: 'failed', reason } satisfies WorkerReport)
  process.exit(1)
}
