import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { WorkerOrder, WorkerReport, WorkerTask } from './orders.ts'
import { watchSigns } from './signsOfLife.ts'

/** What is needed of a logger here: the folder of the database knows nothing above it. */
export type Log = Record<'info' | 'warn' | 'error', (facts: object, message: string) => void>

const [FIRST_RESTART_MS, LAST_RESTART_MS] = [100, 5_000]

// From source the worker stands beside this file and needs a TypeScript loader; from a bundle, which holds this file in
// some chunk, it is the entry `worker.js` in the bundle's one folder.
const [PROGRAM, SELF] = import.meta.url.endsWith('.ts')
  ? [new URL('./bootstrap.mjs', import.meta.url), 'source']
  : [new URL('./worker.js', import.meta.url), 'bundle']

/** Runs the task in a thread and resolves when it is done. The memory that it took is given back. */
export async function runInThread(task: WorkerTask): Promise<void> {
  await (await startThread(task)).terminate()
}

/** What serves, but for the memory in which it gives its signs of life. */
export type ServeTask = Omit<Extract<WorkerTask, { task: 'serve' }>, 'life'>

/**
 * Keeps a thread with that task running: when it ends unasked, by a failing disk for instance, it is started anew, for as
 * long as that takes. One that gives no sign of life for `patienceMs` is `hung`. Resolves when the first one is ready, to
 * the function that ends it in order.
 */
export async function keepThread(
  serve: ServeTask,
  { log, hung, patienceMs }: { log: Log; hung: () => void; patienceMs?: number },
): Promise<(whenIdle: boolean) => Promise<void>> {
  const task = { ...serve, life: new SharedArrayBuffer(4) }
  let thread = await startThread(task)
  let stopWatch = () => {}
  let restarting: Promise<void> | undefined
  let stopping = false
  watch()

  function watch(): void {
    stopWatch = watchSigns(task.life, hung, patienceMs)
    // Without a listener an error in the thread would end the whole process.
    thread.on('error', (err) => log.error({ err }, 'the embedded database failed'))
    thread.on('message', (report: WorkerReport) => {
      if (report.report === 'failed') log.error({ reason: report.reason }, 'the embedded database ended itself')
    })
    thread.once('exit', () => {
      stopWatch()
      if (!stopping) restarting = restart()
    })
  }

  async function restart(): Promise<void> {
    for (let wait = FIRST_RESTART_MS; !stopping; wait = Math.min(wait * 2, LAST_RESTART_MS)) {
      await pause(wait)
      try {
        thread = await startThread(task)
      } catch (err) {
        log.error({ err }, 'the embedded database does not start; it will be tried again')
        continue
      }
      watch()
      return log.warn({}, 'the embedded database was started again')
    }
  }

  return async (whenIdle) => {
    stopping = true
    await restarting
    if (thread.threadId !== ENDED) await stopThread(thread, whenIdle)
  }
}

const ENDED = -1

/** Resolves when the thread says that it is ready, or done; rejects when it dies before. */
async function startThread(task: WorkerTask): Promise<Worker> {
  const thread = new Worker(PROGRAM, { workerData: task, execArgv: [], name: `alo-database (${SELF})` })
  await nextReport(thread)
  return thread
}

/** Ends the thread in order: the clients are waited for or dropped, the database shut down, its files closed. */
async function stopThread(thread: Worker, whenIdle: boolean): Promise<void> {
  const done = nextReport(thread)
  thread.postMessage({ order: 'stop', whenIdle } satisfies WorkerOrder)
  await done
  await thread.terminate()
}

async function nextReport(thread: Worker): Promise<void> {
  const abort = new AbortController()
  const died = once(thread, 'exit', { signal: abort.signal }).then(([code]) => {
    throw new Error(`the embedded database's thread ended with code ${code}`)
  })
  died.catch(() => undefined)
  try {
    const [said] = await Promise.race([once(thread, 'message', { signal: abort.signal }), died])
    const report: WorkerReport = said
    if (report.report === 'failed') throw new Error(`the embedded database ended itself: ${report.reason}`)
  } finally {
    abort.abort()
  }
}
