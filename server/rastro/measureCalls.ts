import { LRUCache } from 'lru-cache'
import { Gauge, Histogram, type Registry } from 'prom-client'
import { type Desk, perDesk } from '../desk.ts'
import { countWindows } from './rows/known.ts'
import { type Pedido, rang } from './rules/pedido.ts'

/** Stands in place of the instant once the window was drawn. */
const drawn = -1
/** A window that is drawn later is not measured: it was waiting for its person. */
const drawnWithinMs = 60_000

const measuresOf = perDesk(() => ({
  stages: new Histogram({
    name: 'alo_call_stage_seconds',
    help: 'Of a call that rings: from its request to its commit, its screens being told, its answer, its window being drawn',
    labelNames: ['stage'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [],
  }),
  refused: new Histogram({
    name: 'alo_call_refused_seconds',
    help: 'Time to the answer of requests of exchanges that were refused, by status',
    labelNames: ['status'],
    buckets: [0.01, 0.1, 1, 5],
    registers: [],
  }),
  /** Calls that rang: when their requests came, by `performance.now`, or `drawn`. */
  since: new LRUCache<string, number>({ max: 10_000, ttl: drawnWithinMs, ttlResolution: 0 }),
}))

/** Registers the metrics of calls: how long their stages take, and how many windows stand open. */
export function measureCalls(register: Registry, desk: Desk): void {
  const { stages, refused } = measuresOf(desk)
  register.registerMetric(stages)
  register.registerMetric(refused)
  new Gauge({
    name: 'alo_windows_open',
    help: 'Windows of calls that stand open, of all processes; absent while the database is away',
    registers: [register],
    async collect() {
      this.remove()
      if (desk.database.pool.health === 'away') return
      // A database that falls silent now costs this one figure, not the whole scrape.
      await countWindows(desk.database).then(
        (open) => this.set(open),
        () => undefined,
      )
    },
  })
}

/** Measures a request that was answered; it came at `since`, its screens were told at `told`, by `performance.now`. */
export function measureRequest(desk: Desk, pedido: Pedido, { since, told }: { since: number; told?: number }): void {
  const { stages, refused, since: sinceOf } = measuresOf(desk)
  const { status, ms, gravada, ligacao } = pedido
  if (status >= 400) refused.observe({ status }, ms / 1_000)
  if (!rang(pedido)) return
  if (gravada !== undefined) stages.observe({ stage: 'committed' }, gravada / 1_000)
  if (told !== undefined) stages.observe({ stage: 'told' }, (told - since) / 1_000)
  stages.observe({ stage: 'answered' }, ms / 1_000)
  if (ligacao) sinceOf.set(ligacao, since)
}

/** A screen of this process drew a window; of several, the first counts. */
export function measureDrawn(desk: Desk, ligacaoId: string): void {
  const { stages, since } = measuresOf(desk)
  const began = since.get(ligacaoId)
  if (began === undefined || began === drawn) return
  // Not deleted: when its last entry is deleted, the cache clears all its ten thousand places.
  since.set(ligacaoId, drawn)
  stages.observe({ stage: 'drawn' }, (performance.now() - began) / 1_000)
}
