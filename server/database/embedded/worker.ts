// The thread that runs PostgreSQL. A bundle ships it compiled, beside the program; tsx and vitest come through bootstrap.mjs.
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { unaccent } from '@electric-sql/pglite/contrib/unaccent'
import { DurableFiles, durableStartParams, syncTree } from './durableFiles.ts'
import { serve } from './serve.ts'

export type WorkerTask = { task: 'create'; cluster: string } | { task: 'serve'; cluster: string; sockets: string }
export type WorkerOrder = { order: 'stop'; whenIdle: boolean }
export type WorkerReport = { report: 'ready' } | { report: 'done' }

const port = parentPort
if (!port) throw new Error('this file is the thread of the embedded database and runs only as one')
const tell = (report: WorkerReport['report']) => port.postMessage({ report } satisfies WorkerReport)

const given = workerData as WorkerTask
const db = await PGlite.create({
  fs: new DurableFiles(given.cluster),
  startParams: durableStartParams(),
  extensions: { pg_trgm, unaccent },
})

if (given.task === 'create') {
  await db.close()
  syncTree(given.cluster)
  tell('done')
} else {
  const serving = await serve(db, given.sockets)
  port.once('message', async ({ whenIdle }: WorkerOrder) => {
    if (whenIdle) await serving.idle()
    await serving.stop()
    await db.close()
    tell('done')
  })
  tell('ready')
}
