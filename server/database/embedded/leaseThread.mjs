// The thread that renews a lock's lease, however busy the others are. Plain JavaScript, since it must stand at once, from
// source as from the bundle. Its process ends with it when the lease is lost: docs/decisions, "A lock is a lease".
import { setTimeout as pause } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'
import { endProcess, isOwn, RELEASED, RENEWING, RESTING, renew } from './lease.mjs'

const { file, line, began, shared, renewMs, limitMs } = workerData
const state = new Int32Array(shared)
let last = performance.now()

for (let beat = 1; ; beat++) {
  await pause(renewMs)
  if (Atomics.compareExchange(state, 0, RESTING, RENEWING) === RELEASED) break
  try {
    renew(file, line, beat)
    last = performance.now()
    Atomics.store(state, 1, Math.floor((Date.now() - began) / 1000))
  } catch (error) {
    if (error.code === 'LEASE_TAKEN' && !isOwn(file, line)) endProcess(file, 'another process has taken it')
    const silent = performance.now() - last
    if (silent > limitMs) endProcess(file, `it could not be renewed for ${Math.round(silent / 1000)} s (${error.code})`)
  }
  Atomics.store(state, 0, RESTING)
  Atomics.notify(state, 0)
}
