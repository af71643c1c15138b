import { LRUCache } from 'lru-cache'
import { hashToken } from '../acesso/recognizeToken.ts'
import { isDatabaseAway } from '../database/away.ts'
import { type Desk, perDesk } from '../desk.ts'
import { flusher } from '../flow/flusher.ts'
import { reasonsOf } from './rows/known.ts'
import { numbersOf } from './rows/numbers.ts'
import { type Batch, writeBatches } from './rows/rastro.ts'
import type { Pedido } from './rules/pedido.ts'

/** Traces are gathered for so long before they are written: a crash loses as much. */
const gatherMs = 1_000
/** The most requests that one row holds: a row is always read whole. */
const together = 100
/** The longest time between the first and the last request of one row: while the database is away they wait for long. */
export const spanMs = 60_000
/** So many requests refused for one reason within a minute have a trace each; further ones are counted. */
const whole = 20
const minuteMs = 60_000
/** The most traces that wait while they cannot be written; beyond it the oldest are lost, and the log says how many. */
const most = 5_000

interface Refused {
  of: Pedido
  minute: number
  seen: number
  /** Counted and not written yet, and when the last of them came. */
  more: number
  last: string
}

interface Gathered {
  waiting: Pedido[]
  /** Refusals by token and cause. Strangers count as one, whatever their addresses: new addresses cost them nothing. */
  refused: LRUCache<string, Refused>
  writing: ReturnType<typeof flusher>
}

const gatheredBy = perDesk(
  (desk): Gathered => ({
    waiting: [],
    refused: new LRUCache<string, Refused>({ max: 200, dispose: (each) => count(desk, each) }),
    writing: flusher(
      gatherMs,
      () => write(desk),
      (err) => isDatabaseAway(err) || desk.log.error({ err }, 'traces of requests were not written'),
    ),
  }),
)

/** Notes a request of an exchange once it is answered. Never throws; nobody waits for it. `secret`: a refused token. */
export function noteRequest(desk: Desk, pedido: Pedido, secret?: string): void {
  const { waiting, writing } = gatheredBy(desk)
  writing.soon()
  if (pedido.recusa && isOneOfMany(desk, pedido)) return
  if (secret) pedido.segredo = hashToken(secret)
  // A refusal names fields as they were sent; a text that PostgreSQL cannot store would cost all traces of its write.
  if (pedido.recusa) pedido.recusa = pedido.recusa.map((text) => text.toWellFormed().replaceAll('\0', '\ufffd'))
  waiting.push(pedido)
}

/** Whether a refusal is only counted, because enough of its cause have a trace in this minute. */
function isOneOfMany(desk: Desk, of: Pedido): boolean {
  const { refused } = gatheredBy(desk)
  const minute = minuteOf(Date.parse(of.em))
  // Addresses and seconds to wait do not make another cause.
  const kind = `${of.operacao} ${of.status} ${of.token ?? ''} ${of.recusa?.join(' ').replace(/\d+/g, '#')}`
  const known = refused.get(kind)
  if (known?.minute !== minute) {
    // The cache disposes of the entry of the minute before, and `dispose` turns what it counted into a trace.
    refused.set(kind, { of, minute, seen: 1, more: 0, last: of.em })
    return false
  }
  known.seen += 1
  if (known.seen <= whole) return false
  known.more += 1
  known.last = of.em
  return true
}

const minuteOf = (at: number) => Math.floor(at / minuteMs)

/** Turns what was counted into one trace. */
function count(desk: Desk, refused: Refused): void {
  const { of, more, last: em } = refused
  if (more === 0) return
  refused.more = 0
  const { operacao, ip, status, token, recusa, motivo } = of
  const told = { ...(token && { token }), ...(recusa && { recusa }), ...(motivo && { motivo }) }
  gatheredBy(desk).waiting.push({ id: of.id, em, operacao, ip, status, ms: of.ms, ...told, vezes: more })
}

/**
 * Writes the gathered traces and what was counted so far, after the write under way. While the database is away they
 * wait. Never rejects.
 */
export function flushRastros(desk: Desk): Promise<void> {
  const { refused, writing } = gatheredBy(desk)
  for (const each of refused.values()) count(desk, each)
  return writing.flush()
}

async function write(desk: Desk): Promise<void> {
  const gathered = gatheredBy(desk)
  countPast(desk)
  const taken = gathered.waiting
  if (taken.length === 0) return
  gathered.waiting = []
  try {
    await nameTokens(desk, taken)
    await writeBatches(desk.database, batchesOf(taken))
  } catch (err) {
    // Traces that the database refuses are dropped: it would refuse them again, and later ones with them.
    const all = [...(isDatabaseAway(err) ? taken : []), ...gathered.waiting]
    const came = taken.length + gathered.waiting.length
    gathered.waiting = all.slice(-most)
    const lost = came - gathered.waiting.length
    if (lost > 0) desk.log.warn({ lost }, 'traces of requests were lost')
    // A desk that has ended does not try again.
    if (!desk.database.pool.ending) gathered.writing.soon()
    throw err
  }
}

/** Turns what was counted in past minutes into traces, and schedules a write for the end of the current minute. */
function countPast(desk: Desk): void {
  const { refused, writing } = gatheredBy(desk)
  const now = desk.now().getTime()
  for (const each of refused.values())
    if (each.minute < minuteOf(now)) count(desk, each)
    else if (each.more > 0) writing.soon(minuteMs - (now % minuteMs))
}

function batchesOf(taken: readonly Pedido[]): Batch[] {
  const rows: Pedido[][] = []
  // All are in UTC and have milliseconds, so the order of their texts is the order of their instants.
  for (const pedido of taken.toSorted((a, b) => (a.em < b.em ? -1 : 1))) {
    const [row] = rows.slice(-1)
    const fits = row && row.length < together && Date.parse(pedido.em) - Date.parse(row[0]?.em ?? '') < spanMs
    if (fits) row.push(pedido)
    else rows.push([pedido])
  }
  return rows.map((pedidos) => ({
    quando: new Date(pedidos.at(-1)?.em ?? 0),
    chaves: [...new Set(pedidos.flatMap(numbersOf))],
    pedidos,
  }))
}

/** Finds out why tokens were not let in, for all of them together, after their requests were answered. */
async function nameTokens(desk: Desk, pedidos: readonly Pedido[]): Promise<void> {
  const unknown = pedidos.filter(({ segredo }) => segredo !== undefined)
  if (unknown.length === 0) return
  const reasons = await reasonsOf(desk.database, [...new Set(unknown.map(({ segredo = '' }) => segredo))])
  for (const pedido of unknown) {
    const { segredo = '' } = pedido
    delete pedido.segredo
    const known = reasons.get(segredo)
    pedido.motivo = known?.motivo ?? 'desconhecido'
    if (known) pedido.token = known.nome
  }
}
