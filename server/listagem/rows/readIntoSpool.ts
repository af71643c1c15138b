import type { Worker } from 'node:worker_threads'
import type pg from 'pg'
import { planOf } from '../../cliente/rows/joiner/plan.ts'
import type { ListQuery } from '../../cliente/rules/listQuery.ts'
import { clienteListFrame } from '../../cliente/wire/list.ts'
import { DatabaseSilentError } from '../../database/away.ts'
import type { Database } from '../../database/database.ts'
import { readingPatience } from '../../database/patience.ts'
import { startWorker } from '../../flow/worker.ts'
import type { ListReport, ListTask } from './listWorker.ts'
import type { Spool } from './spool.ts'

/** V8's young generation in the thread: batches are short-lived, and a small one would copy them before they die. */
const resourceLimits = { maxYoungGenerationSizeMb: 16 }

/**
 * Reads the list into the spool in a thread of its own with a connection of its own, so that the main thread's event
 * loop is never blocked. The spool grows, and is finished or failed at the end. Returns a function that stops the
 * reading; the spool then fails.
 */
export function readIntoSpool(
  { keys, pool }: Pick<Database, 'keys' | 'pool'>,
  query: ListQuery,
  spool: Spool,
  folder: string,
): () => void {
  const task: ListTask = {
    connection: connectionOf(pool),
    plan: planOf(query, { snapshot: true }),
    keys: { source: keys.source, allSealed: keys.allSealed },
    file: spool.file,
    folder,
    frame: clienteListFrame,
  }
  const worker = takeWorker()
  const letGo = spool.hold()
  let reading = true
  let stopped = false
  const fail = (error: Error) => spool.fail(error)
  const stop = () => {
    // When this reading is over, the thread may be reading another list.
    if (!reading) return
    stopped = true
    void worker.terminate()
  }
  // Requests for the list must not wait for a database that does not answer.
  const unwatch = pool.onHealth((health) => {
    if (health === 'well' || !reading) return
    fail(new DatabaseSilentError('the database does not answer'))
    stop()
  })
  const over = () => {
    unwatch()
    reading = false
    worker.off('message', hear).off('error', fail).off('exit', gone)
    letGo()
  }
  const gone = () => {
    fail(new Error('the reading of the list ended early'))
    over()
  }
  const hear = (report: ListReport) => {
    // A stopped worker is being terminated and takes no other list.
    if (stopped) return
    if (report === 'idle') {
      over()
      keepWorker(worker)
    } else if ('failure' in report) fail(Object.assign(new Error(report.failure.message), report.failure))
    else if ('digest' in report) spool.finish(report.size, report.digest)
    else spool.grow(report.size)
  }
  worker.on('message', hear).on('error', fail).on('exit', gone)
  worker.postMessage(task)
  return stop
}

/** The pool's options that can be sent to a thread. */
function connectionOf(pool: pg.Pool): pg.ClientConfig {
  const { connectionString, host, port, user, password, database, ssl } = pool.options
  const named = { connectionString, host, port, user, password, database, ssl, application_name: 'alo lista' }
  const given = { ...named, ...readingPatience, keepAlive: true, keepAliveInitialDelayMillis: 5_000 }
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && typeof value !== 'function'),
  )
}

/** One thread waits for the next list, for a while: starting one takes longer than reading a thousand customers. */
let idle: Worker | undefined
const idleMs = 60_000

function takeWorker(): Worker {
  const worker = idle ?? startReader()
  idle = undefined
  worker.ref()
  return worker
}

function startReader(): Worker {
  const worker = startWorker('cliente-list-worker', 'listagem/rows/listWorker.ts', { resourceLimits })
  const forget = () => {
    if (idle === worker) idle = undefined
  }
  // A worker that fails or exits while it is idle is only forgotten: the next list starts another.
  worker.once('exit', forget).on('error', forget)
  return worker
}

function keepWorker(worker: Worker): void {
  if (idle) return void worker.terminate()
  idle = worker
  worker.unref()
  const rest = setTimeout(() => {
    if (idle !== worker) return
    idle = undefined
    void worker.terminate()
  }, idleMs)
  rest.unref()
}
