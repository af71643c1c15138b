import { Socket } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startDesk, type TestDesk } from '../../support/desk.ts'
import type { Screen } from '../../support/screen.ts'
import { type Counts, countsOf, leaveTablesAlone, walSince } from './counts.ts'

// What a plain call costs, in counts that are the same on every machine. Each ceiling is today's number and a tenth
// more. A change that costs more raises the ceiling here and says why.

const calls = 1_000

let desk: TestDesk
/** Several screens share the calls, because the desk cuts off a screen that sends too much at once. */
const screens: Screen[] = []
const ramais = ['901', '902', '903']
let bytes = 0
let writes = 0
let lines = 0
let counted: Counts

beforeAll(async () => {
  desk = await startDesk()
  const url = desk.config.databaseUrl ?? ''
  await leaveTablesAlone(url)
  for (const ramal of ramais) {
    await desk.user({ usuario: `agente${ramal}`, ramal })
    const screen = await desk.screen(`agente${ramal}`)
    screen.socket.on('ligacao:aberta', ({ id }) => screen.socket.emit('ligacao:exibida', { id }))
    screens.push(screen)
  }
  // One call each to warm up, so that the extra cost of a first call is not counted.
  for (const n of ramais.keys()) await plainCall(-n)
  await desk.desk.database.pool.query('CHECKPOINT')

  const since = await walSince(url)
  const before = await countsOf(url)
  const atScreen = (packet: { data?: string }) => {
    bytes += packet.data?.length ?? 0
  }
  for (const { socket } of screens) socket.io.engine.on('packet', atScreen)
  const written = countWrites(desk)
  const logged = desk.log.length
  for (let n = 1; n <= calls; n++) await plainCall(n)
  for (const screen of screens) await screen.sync()
  lines = desk.log.slice(logged).filter(({ level }) => level >= 30).length
  for (const { socket } of screens) socket.io.engine.off('packet', atScreen)
  // PostgreSQL counts what a connection did when the connection ends.
  await desk.leave()
  writes = written()
  counted = await countsOf(url, before, since)
})
afterAll(() => desk.stop())

async function plainCall(n: number): Promise<void> {
  const at = Math.abs(n) % ramais.length
  const telefone = `11${30_000_000 + n}`
  const body = { ramal: ramais[at], telefone, ligacao_params: { call_id: `custo-${n}` } }
  const hears = (event: 'ligacao:aberta' | 'ligacao:encerrada') =>
    new Promise<void>((resolve) => screens[at]?.socket.once(event, () => resolve()))
  const [drawn, gone] = [hears('ligacao:aberta'), hears('ligacao:encerrada')]
  expect((await desk.notify(body)).status).toBe(200)
  await drawn
  expect((await desk.cancel(body)).status).toBe(200)
  await gone
}

/**
 * Counts the desk's writes to sockets, including the database's. Writes of the clients in this process do not count.
 */
function countWrites({ url }: TestDesk): () => number {
  const port = Number(new URL(url).port)
  let made = 0
  // `_write` and `_writev` are one system call each, for one or several pieces.
  for (const way of ['_write', '_writev'] as const) {
    const original = Socket.prototype[way] as (...given: unknown[]) => void
    vi.spyOn(Socket.prototype, way).mockImplementation(function (this: Socket, ...given: unknown[]) {
      if (this.remotePort !== port) made += 1
      return original.apply(this, given)
    })
  }
  return () => {
    vi.restoreAllMocks()
    return made
  }
}

/** The most that one call may cost. */
const ceilings = {
  /** One statement rings and one cancels. The times told and drawn are written together for all windows of 250 ms. */
  statements: 2.5,
  /** The call and its row among the open calls; also the traces, many requests per row, in pieces of 2 kB. */
  inserted: 2.25,
  /** One update writes when the window was told and drawn, one the end of the call. */
  updated: 2.2,
  /** The row among the open calls. */
  deleted: 1.1,
  /**
   * Write-ahead log: the call with six indexes, its row among the open calls, two new row versions; and the traces,
   * which are written together once a second: 140 bytes per call, 210 on a slow machine with few calls per second.
   */
  walBytes: 1_700,
  /** 7.3 on an idle machine, plus the updates that are not HOT; with one index more it would be 8.5. */
  indexEntries: 8.4,
  /** Two answers, two events, two statements; the screens' pings and the gathered writes add some. */
  writes: 7.5,
  /** Bytes that one screen receives: the window when it opens and when it ends. */
  bytes: 1_100,
  /** Lines of the log: one per request; the rest is for lines about the desk itself. */
  lines: 2.2,
} as const

test('a plain call that rings, is shown and is cancelled costs no more than the ceilings', () => {
  const spent = { ...counted, writes, bytes, lines }
  const aCall = Object.fromEntries(
    Object.keys(ceilings).map((name) => [name, spent[name as keyof typeof ceilings] / calls]),
  )
  const over = Object.entries(ceilings).filter(([name, ceiling]) => (aCall[name] ?? Infinity) > ceiling)
  expect({ over, aCall }).toEqual({ over: [], aCall })
  // Updates must be HOT: no index changes, and the new row version stays on the same page. A page is full for one or
  // two of a hundred updates, and for up to six on a busy machine, because old row versions stay visible longer there.
  expect(counted.hot / counted.updated).toBeGreaterThan(0.9)
})
