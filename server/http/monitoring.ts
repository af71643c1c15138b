import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { UnfitDatabaseError } from '../database/away.ts'
import type { Database } from '../database/database.ts'
import { notFound } from '../refusal.ts'
import { isLocal, isSame, readAuthorization, undocumented } from './credentials.ts'
import type { RequestLine } from './requestLog.ts'

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry
  }
}

interface HealthOptions {
  pending: Look
  /** Whether this process is about to end: proxies send nobody here any more. */
  leaving: () => boolean
}

/** Resolves when the database answers and takes writes, to the migrations that it lacks; rejects otherwise. */
type Look = () => Promise<string[]>

/** How long a look at the database is reused, so that frequent probes cost nothing, and how long it may take. */
const [readyMs, lookMs] = [1_000, 2_000]

export function nowAndThen(look: Look): Look {
  let looked: { at: number; missing: Promise<string[]> } | undefined
  return () => {
    const now = performance.now()
    if (!looked || now - looked.at > readyMs) {
      const late = pause(lookMs, undefined, { ref: false }).then(() => Promise.reject(new Error('no answer in time')))
      looked = { at: now, missing: Promise.race([look(), late]) }
      late.catch(() => undefined)
    }
    return looked.missing
  }
}

/** `/healthz`: the process is up. `/readyz`: it can do its work. */
export async function healthRoutes(app: FastifyInstance, { pending, leaving }: HealthOptions): Promise<void> {
  let told = false
  app.get('/healthz', undocumented, async () => ({
    status: 'success',
    msg: 'up',
  }))
  app.get('/readyz', undocumented, async (request, reply) => {
    if (leaving()) return reply.code(503).send({ status: 'error', msg: 'shutting down' })
    try {
      const missing = await pending()
      if (missing.length === 0) {
        told = false
        return { status: 'success', msg: 'ready' }
      }
      return reply.code(503).send({ status: 'error', msg: 'migrations are pending', pending: missing })
    } catch (err) {
      const msg = err instanceof UnfitDatabaseError ? err.message : 'the database does not answer'
      if (!told) request.log.warn({ err }, `not ready: ${msg}`)
      told = true
      return reply.code(503).send({ status: 'error', msg })
    }
  })
}

interface MetricsOptions {
  metricsToken: string | undefined
  screens: () => number
}

/**
 * Returns the function that measures a request by its route's pattern. All unknown addresses share one label, since a
 * client chooses their names.
 */
export function measureRequests(app: FastifyInstance): (line: RequestLine) => void {
  const register = new Registry()
  app.decorate('metrics', register)
  const durations = new Histogram({
    name: 'alo_http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
    registers: [register],
  })
  return ({ method, route, status, ms }) => durations.observe({ method, route, status }, ms / 1_000)
}

/** What Prometheus scrapes, for programs of this machine and for holders of METRICS_TOKEN. All others get a 404. */
export async function metricsRoutes(app: FastifyInstance, { metricsToken, screens }: MetricsOptions): Promise<void> {
  const register = app.metrics
  // Each sample of the event loop's delay wakes an idle process, so there are few.
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: 100 })
  new Gauge({
    name: 'alo_screens_connected',
    help: 'Screens connected to this process',
    registers: [register],
    collect() {
      this.set(screens())
    },
  })

  app.get('/metrics', undocumented, async (request, reply) => {
    const given = readAuthorization(request.headers.authorization)
    const knows = metricsToken !== undefined && given !== null && isSame(Buffer.from(given), Buffer.from(metricsToken))
    if (!knows && !isLocal(request.raw)) throw notFound('Este endereço')
    return reply.type(register.contentType).send(await register.metrics())
  })
}

/** Returns the function that counts a failure of a chore, by the chore's name. */
export function countChoreFailures(register: Registry): (chore: string) => void {
  const failures = new Counter({
    name: 'alo_chore_failures',
    help: 'Failures of what the desk does by itself now and then; the log says why',
    labelNames: ['chore'],
    registers: [register],
  })
  return (chore) => failures.inc({ chore })
}

/** How long statements take, and whether connections are short. */
export function measureDatabase(
  register: Registry,
  { pool, onRun }: Pick<Database, 'pool' | 'onRun'>,
  look: Look,
): void {
  const statements = new Histogram({
    name: 'alo_statement_seconds',
    help: 'Time of a prepared statement, its wait for a connection included',
    labelNames: ['statement'],
    buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 2],
    registers: [register],
  })
  onRun((statement, ms) => statements.observe({ statement }, ms / 1_000))
  new Gauge({
    name: 'alo_database_connections',
    help: 'Connections of this process to the database; waiting: requests that have none yet',
    labelNames: ['state'],
    registers: [register],
    collect() {
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  new Gauge({
    name: 'alo_database_away',
    help: '1 while the database does not answer this process, or takes no writes',
    registers: [register],
    async collect() {
      // If the look only took too long, the database is not away.
      const said = await look().catch((error: unknown) => error)
      this.set(said instanceof UnfitDatabaseError || pool.health === 'away' ? 1 : 0)
    },
  })
}
