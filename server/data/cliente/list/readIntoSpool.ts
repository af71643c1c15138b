import { Worker } from 'node:worker_threads'
import type pg from 'pg'
import type { ListQuery } from '#domain/cliente/listQuery'
import type { Database } from '../../database/open.ts'
import type { Spool } from './spool.ts'
import type { ListReport, ListTask } from './worker.ts'

// From source the worker stands beside this file and needs a TypeScript loader; from a bundle, which holds this file in
// some chunk, it is the entry `cliente-list-worker.js` in the bundle's one folder.
const program = import.meta.url.endsWith('.ts')
  ? new URL('./bootstrap.mjs', import.meta.url)
  : new URL('./cliente-list-worker.js', import.meta.url)

/** Small turns on the embedded database, whose one backend the desk shares; on PostgreSQL one snapshot for the whole list. */
const optionsOf = (kind: Database['kind']) =>
  kind === 'embedded' ? { batchSize: 60, snapshot: false } : { batchSize: 200, snapshot: true }

/** The nursery of the thread's heap: batches die young, and in a small nursery they are copied before they do. */
const resourceLimits = { maxYoungGenerationSizeMb: 16 }

/**
 * Reads the list into the spool in a thread of its own with a connection of its own, so that the main loop is never held.
 * The spool grows, and is finished or failed at the end. Returns what stops the reading; the spool then fails.
 */
export function readIntoSpool(
  { kind, pool }: Pick<Database, 'kind' | 'pool'>,
  query: ListQuery,
  frame: ListTask['frame'],
  spool: Spool,
): () => void {
  const task: ListTask = { connection: connectionOf(pool), query, options: optionsOf(kind), file: spool.file, frame }
  const worker = new Worker(program, { workerData: task, execArgv: [], resourceLimits, name: 'alo-cliente-list' })
  const letGo = spool.hold()
  worker.on('message', (report: ListReport) => {
    if ('failure' in report) return spool.fail(Object.assign(new Error(report.failure.message), report.failure))
    spool.grow(report.size)
    if (report.done) spool.finish()
  })
  worker.on('error', (error) => spool.fail(error))
  worker.on('exit', () => {
    spool.fail(new Error('the reading of the list ended early'))
    letGo()
  })
  return () => void worker.terminate()
}

/** What of the pool's options can cross to a thread. */
function connectionOf(pool: pg.Pool): pg.ClientConfig {
  const { connectionString, host, port, user, password, database, ssl } = pool.options as pg.ClientConfig
  const given = { connectionString, host, port, user, password, database, ssl, application_name: 'alo lista' }
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && typeof value !== 'function'),
  )
}
