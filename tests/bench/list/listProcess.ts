import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import pino from 'pino'
import { openClienteWriter } from '#data/cliente/write'
import { applyMigrations } from '#data/database/migrate'
import { openDatabase } from '#data/database/open'
import { generateClientes } from '#domain/generate/clientes'
import { openListCache } from '#operations/cliente/list/open'
import { listClientes } from '#operations/cliente/listClientes'
import { buildHttp } from '../../../server/http/build.ts'
import { listClientesRoute } from '../../../server/http/cliente/listRoute.ts'
import { serveParent } from '../support/serveParent.ts'

// The listing alone, without tokens, on a database of its own: node listProcess.js <folder> [<database url>].
const [dataDir = '', databaseUrl] = process.argv.slice(2)
const log = pino({ level: 'silent' })
const database = await openDatabase({ dataDir, databaseUrl, log, role: 'server' })
await applyMigrations(database.pool, 'prisma/migrations', log)
const { cache, close } = await openListCache(database, { seconds: 3_600, folder: join(dataDir, 'cache') })
const app = await buildHttp({
  log,
  serverFactory: (handler) => createServer((request, response) => handler(request, response)),
  trustProxy: false,
  version: '0',
})
await app.register(listClientesRoute, { requireToken: () => async () => undefined, list: listClientes(cache) })
await app.listen({ host: '127.0.0.1', port: 0 })
const { port } = app.server.address() as AddressInfo

let pauses = monitorEventLoopDelay({ resolution: 5 })
const peakMiB = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) / 1024
const nowMiB = () => process.memoryUsage.rss() / 1024 ** 2

async function fill(count: number, firstId: number): Promise<void> {
  const writer = openClienteWriter(database)
  const batch = []
  for (const cliente of generateClientes({ count, seed: 1, firstId })) {
    batch.push(cliente)
    if (batch.length === 400) await writer.write(batch.splice(0))
  }
  await writer.write(batch)
  await database.pool.query('VACUUM ANALYZE')
}

type Question = { fill: number; firstId: number } | { cold: true } | { figures: true }

serveParent<Question>(
  { port },
  async (question) => {
    if ('fill' in question) return fill(question.fill, question.firstId)
    if ('figures' in question) return { rss: nowMiB(), peak: peakMiB(), pause: pauses.max / 1e6 }
    cache.dropAll()
    // The peak counts from here. Linux, proc(5).
    writeFileSync('/proc/self/clear_refs', '5')
    pauses.disable()
    pauses = monitorEventLoopDelay({ resolution: 5 })
    pauses.enable()
    return { rss: nowMiB() }
  },
  async () => {
    await close()
    await app.close()
    await database.close()
  },
)
