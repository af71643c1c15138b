import { Worker } from 'node:worker_threads'
import { endProcess, isOwn, RELEASED, RENEWING, RESTING } from './lease.mjs'

/** What another thread of the holder needs to see whether the lease still stands. */
export type LeaseShare = { file: string; line: string; began: number; shared: SharedArrayBuffer }

// A holder gives up long before others may take it for dead (lock.ts).
const [RENEW_MS, LIMIT_MS] = [1_000, 5_000]
const STALE_S = 3

// From source as in a bundle, which holds this file in some chunk, the thread stands beside it.
const THREAD = new URL(import.meta.url.endsWith('.ts') ? './leaseThread.mjs' : './lease.js', import.meta.url)

/** Renews the lease from a thread of its own until `end`, which no renewal outlasts. */
export function holdLease(file: string, line: string): { share: LeaseShare; end: () => void } {
  const share: LeaseShare = { file, line, began: Date.now(), shared: new SharedArrayBuffer(8) }
  const state = new Int32Array(share.shared)
  const workerData = { ...share, renewMs: RENEW_MS, limitMs: LIMIT_MS }
  const thread = new Worker(THREAD, { workerData, execArgv: [], name: 'alo-lease' })
  thread.on('error', (error) => endProcess(file, `its thread failed (${error.message})`))
  thread.unref()
  const end = () => {
    while (Atomics.compareExchange(state, 0, RESTING, RELEASED) === RENEWING) Atomics.wait(state, 0, RENEWING, RENEW_MS)
    void thread.terminate()
  }
  return { share, end }
}

/**
 * Looks again, before the database is touched, whether the lease still stands, if it was not renewed lately: whoever was
 * stopped for a while may have been taken for dead. By the wall clock, which goes on while a machine sleeps; should it
 * have been set instead, the look costs one read of a file.
 */
export function leaseGuard({ file, line, began, shared }: LeaseShare): () => void {
  const state = new Int32Array(shared)
  let seen = 0
  return () => {
    const now = Math.floor((Date.now() - began) / 1_000)
    if (now - Math.max(seen, Atomics.load(state, 1)) <= STALE_S && now >= seen) return
    if (!isOwn(file, line)) endProcess(file, 'it is another’s, or gone')
    seen = now
  }
}
