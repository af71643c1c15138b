import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientesChannel } from '#server/cliente/rows/write/alone'
import { forgetPeak, peakKiB } from '../../support/proc.ts'
import { type Load, startLoad } from '../ring/load.ts'
import type { Bench } from '../support/bench.ts'
import { bundle } from '../support/bundle.ts'
import { type Child, startChild } from '../support/child.ts'
import type { Figure, Sheet } from '../support/figure.ts'
import { quantile } from '../support/quantile.ts'
import { closeWindows, inTurn, openVersions, type Version } from '../support/versions.ts'
import { copyOnce } from './copy.ts'
import { coldPath, drainCold, read, requestsPerSecond } from './fetch.ts'

export const title = 'The list of 10,000 customers, every relation'

const copy = 'psql \\copy of the same JSON'
const bare = 'node:http that has the bytes'
const cold: Figure = { name: 'cold, whole', unit: 's', reach: ['≤', 0.4], yardstick: copy }
const firstByte: Figure = { name: 'cold, its first byte', unit: 's', reach: ['≤', 0.1] }
const memory: Figure = { name: 'cold, the server’s memory at its peak', unit: 'MB', reach: ['≤', 200] }
const meanwhile: Figure = { name: 'notify → screen while lists are made, p99', unit: 'ms', reach: ['≤', 30] }
const gzip = { 'accept-encoding': 'gzip' }
/** Requests for a cached list. `isSecond`: another list holds the cache's memory, so this one comes from its file. */
const cached = [
  { figure: figureOf('gzip', 0.9), headers: gzip, status: 200 },
  { figure: figureOf('plain', 0.8), headers: {}, status: 200 },
  { figure: figureOf('plain, while another list has the memory'), headers: {}, status: 200, isSecond: true },
  { figure: figureOf('not modified (304)', 0.6), headers: gzip, status: 304 },
]

function figureOf(kind: string, least?: number): Figure {
  const figure: Figure = { name: `cached, ${kind}`, unit: '/s', yardstick: bare }
  return least === undefined ? figure : { ...figure, reach: ['≥', least] }
}

const agents = 100
const calls = { agents, first: 0, count: 200, perSecond: 50 }
const callsMs = (calls.count / calls.perSecond) * 1_000
const clients = { connections: 4, ms: 1_000 }

interface Served extends Version {
  pid: number
  load: Load
}

/**
 * Compares a cold list with one psql `\copy` and a cached list with bare node:http; measures memory and calls
 * meanwhile.
 */
export async function run({ sheet, rounds, ...which }: Bench): Promise<void> {
  const versions = await openVersions(which)
  const stops: (() => Promise<unknown>)[] = [versions.stop]
  try {
    const programs = await bundle('list', {
      bare: 'tests/bench/list/bareProcess.ts',
      drain: 'tests/bench/list/drainProcess.ts',
    })
    const [drainer] = await startChild(join(programs, 'drain.js'))
    stops.push(drainer.stop)
    const served: Served[] = []
    for (const version of versions.all) {
      const { child, stop } = await version.start()
      stops.push(stop)
      const load = await startLoad(version.port)
      stops.push(load.stop)
      await load.screensOf(agents)
      served.push({ ...version, pid: child.pid ?? 0, load })
      // Warm up: the first list compiles the reader's code and fills the database's caches.
      await drainCold(version.port)
      await load.saturated({ agents, callers: 4, atMost: 500, ms: 1_000 })
      await closeWindows(version)
    }
    const desk = served[0] as Served
    for (let round = 0; round < rounds; round++) {
      sheet.note(cold, 'yardstick', copyOnce(desk.databaseUrl, versions.folder))
      for (const one of inTurn(served, round)) await readCold(one, sheet)
      for (const one of inTurn(served, round)) await callMeanwhile(one, drainer, sheet)
    }
    const files = await keep(desk.port, versions.folder)
    const [child, { port }] = await startChild<{ port: number }>(join(programs, 'bare.js'), files)
    stops.push(child.stop)
    await measureCached(served, { side: 'yardstick', port }, rounds, sheet)
  } finally {
    for (const stop of stops.reverse()) await stop()
  }
}

/** Makes the desk drop its cached lists, by the notice that customers have changed. */
const forgetLists = ({ pool }: Version) => pool.query('SELECT pg_notify($1, $2)', [clientesChannel, ''])

async function readCold(one: Served, sheet: Sheet): Promise<void> {
  await forgetLists(one)
  forgetPeak(one.pid)
  const took = await drainCold(one.port)
  sheet.note(cold, one.side, took.whole)
  sheet.note(firstByte, one.side, took.firstByte)
  sheet.note(memory, one.side, (peakKiB(one.pid) * 1_024) / 1e6)
}

/** Measures calls while another process reads cold lists one after the other. */
async function callMeanwhile(one: Served, drainer: Child, sheet: Sheet): Promise<void> {
  await forgetLists(one)
  const [times] = await Promise.all([one.load.paced(calls), drainer.ask({ port: one.port, ms: callsMs })])
  sheet.note(meanwhile, one.side, quantile(times, 0.99))
  await closeWindows(one)
}

/** Saves the desk's list into two files, compressed and plain. Returns their paths. */
async function keep(port: number, folder: string): Promise<string[]> {
  const path = coldPath()
  const files: string[] = []
  for (const [name, headers] of Object.entries({ packed: gzip, plain: {} })) {
    await read(port, path, headers)
    const file = join(folder, name)
    writeFileSync(file, (await read(port, path, headers)).bytes)
    files.push(file)
  }
  return files
}

async function measureCached(
  served: Served[],
  yardstick: { side: 'yardstick'; port: number },
  rounds: number,
  sheet: Sheet,
): Promise<void> {
  for (const { figure, headers, status, isSecond } of cached) {
    const [path, other] = [coldPath(), coldPath()]
    const contenders = [...served, yardstick]
    const asked = new Map<number, Record<string, string>>()
    // Only the list under test may be cached, as the yardstick has only these bytes in memory.
    for (const version of served) await forgetLists(version)
    for (const { port } of contenders) {
      if (isSecond) for (let time = 0; time < 2; time++) await read(port, other, headers)
      await read(port, path, headers)
      const { etag } = await read(port, path, headers)
      asked.set(port, status === 304 ? { ...headers, 'if-none-match': etag } : headers)
    }
    // Round -1 warms up and does not count.
    for (let round = -1; round < rounds; round++) {
      for (const { side, port } of inTurn(contenders, round + 1)) {
        const rate = await requestsPerSecond(port, path, asked.get(port) ?? {}, status, clients)
        if (round >= 0) sheet.note(figure, side, rate)
      }
    }
  }
}
