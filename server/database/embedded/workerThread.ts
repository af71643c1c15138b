import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { WorkerOrder, WorkerReport, WorkerTask } from './worker.ts'

// From source the worker stands beside this file and needs a TypeScript loader; from a bundle, which holds this file in
// some chunk, it is the entry `worker.js` in the bundle's one folder.
const [PROGRAM, SELF] = import.meta.url.endsWith('.ts')
  ? [new URL('./bootstrap.mjs', import.meta.url), 'source']
  : [new URL('./worker.js', import.meta.url), 'bundle']

/** Starts the thread and resolves when it says that it is ready, or done; rejects when it dies before. */
export async function startWorker(task: WorkerTask): Promise<Worker> {
  const worker = new Worker(PROGRAM, { workerData: task, execArgv: [], name: `alo-database (${SELF})` })
  await reportOf(worker)
  return worker
}

/** Ends the thread in order: the clients are waited for or dropped, the database shut down, its files closed. */
export async function stopWorker(worker: Worker, whenIdle: boolean): Promise<void> {
  const done = reportOf(worker)
  worker.postMessage({ order: 'stop', whenIdle } satisfies WorkerOrder)
  await done
  await worker.terminate()
}

async function reportOf(worker: Worker): Promise<WorkerReport> {
  const abort = new AbortController()
  const died = once(worker, 'exit', { signal: abort.signal }).then(([code]) => {
    throw new Error(`the embedded database's thread ended with code ${code}`)
  })
  died.catch(() => undefined)
  try {
    const [report] = await Promise.race([once(worker, 'message', { signal: abort.signal }), died])
    return report
  } finally {
    abort.abort()
  }
}
