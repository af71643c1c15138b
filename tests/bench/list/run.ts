import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../support/postgres/startPostgres.ts'
import { bundle } from '../support/bundle.ts'
import { type Child, startChild } from '../support/child.ts'
import { machineLoad, print, printTable } from '../support/print.ts'
import { median, quantile } from '../support/quantile.ts'
import { callsWhile } from './calls.ts'
import { copyOnce } from './copy.ts'
import { coldPath, drain, packed, requestsPerSecond } from './fetch.ts'

/** `rss` is the desk's memory before any list of the size at hand, in MiB. */
type Served = { name: string; child: Child; port: number; filler: Child; rss: number }
type Row = [figure: string, measured: string, reach: string]
/** Each figure is printed as soon as it is known: the next may take minutes. */
type Rows = { push: (row: Row) => void }
/** Median seconds by size, for the growth from one to the next. */
type Medians = { postgresql: number; embedded: number }

const secret = 'the list bench signs its cookies with this'
const clientsAtOnce = 5
const connections = 4
const cachedMs = 2_000
const [warmUpCalls, leastCalls] = [100, 200]

/**
 * The whole list, every relation: cold on either database beside one psql `\copy` of the same JSON, taking turns; the memory
 * of the process and the pauses of its main loop meanwhile; calls meanwhile; and from the cache beside bare node:http.
 * Sizes as arguments (1k 10k 100k, all three without), `--rounds N`. A hundred thousand take some minutes.
 */
export async function run(options: string[] = []): Promise<void> {
  const { values, positionals } = parseArgs({
    args: options,
    options: { rounds: { type: 'string', default: '5' } },
    allowPositionals: true,
  })
  const sizes = (positionals.length > 0 ? positionals : ['1k', '10k', '100k']).map(sizeOf).sort((a, b) => a - b)
  const programs = await bundle('list', {
    list: 'tests/bench/list/listProcess.ts',
    fill: 'tests/bench/list/fillProcess.ts',
    bare: 'tests/bench/list/bareProcess.ts',
    drain: 'tests/bench/list/drainProcess.ts',
    'cliente-list-worker': 'server/listagem/rows/listWorker.ts',
  })
  const postgres = await startPostgres(print)
  const folder = mkdtempSync(join(tmpdir(), 'alo-bench-'))
  const [drainer] = await startChild(join(programs, 'drain.js'))
  const served: Served[] = []
  try {
    served.push(await serve('postgresql', programs, folder, postgres.url))
    served.push(await serve('embedded', programs, folder, undefined))
    let held = 0
    let before: Medians | undefined
    for (const size of sizes) {
      print(`\n${size} customers, every relation (${machineLoad()})`)
      const rows: Rows = { push: (row) => printTable([row.map(inColumn)]) }
      for (const { name, filler } of served) {
        const count = size - held
        const { seconds, rows: stored } = await filler.ask<{ seconds: number; rows: number }>({ count })
        const measured = `${perSecond(stored, seconds)} rows/s, ${perSecond(count, seconds)} customers/s`
        rows.push([`generated and stored, ${name}`, measured, '≥ 10000 rows/s'])
      }
      held = size
      const medians = await compare(served, postgres.url, folder, Number(values.rounds), rows)
      if (before) addGrowth(before, medians, rows)
      before = medians
      for (const one of served) {
        await crowd(one, rows)
        await ringMeanwhile(one, drainer, rows)
        await cached(one, programs, folder, rows)
      }
      print(`  ${machineLoad()}`)
    }
  } finally {
    for (const child of [drainer, ...served.flatMap(({ filler, child }) => [filler, child])]) await child.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

const widths = [48, 40, 18]
const inColumn = (cell: string, column: number) =>
  column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)

const perSecond = (count: number, seconds: number) => Math.round(count / seconds)

function sizeOf(text: string): number {
  const [, number, thousands] = /^(\d+)(k?)$/.exec(text) ?? []
  if (!number) throw new Error(`${text} is no number of customers: 1000, 10k, 100k`)
  return Number(number) * (thousands ? 1_000 : 1)
}

async function serve(name: string, programs: string, folder: string, url: string | undefined): Promise<Served> {
  const dataDir = join(folder, name)
  mkdirSync(dataDir)
  const args = url ? [dataDir, url] : [dataDir]
  const options = { args, execArgv: ['--enable-source-maps'] }
  const [child, { port }] = await startChild<{ port: number }>(join(programs, 'list.js'), options)
  const [filler] = await startChild(join(programs, 'fill.js'), options)
  return { name, child, port, filler, rss: 0 }
}

async function compare(served: Served[], url: string, folder: string, rounds: number, rows: Rows): Promise<Medians> {
  const copies: number[] = []
  const lists = new Map(served.map(({ name }) => [name, [] as number[]]))
  for (const one of served) {
    one.rss = (await one.child.ask<{ rss: number }>({ watch: true })).rss
    // The first reading compiles the reader and fills the caches of the database.
    await coldOnce(one)
  }
  for (let round = 0; round < rounds; round++) {
    copies.push(copyOnce(url, folder))
    for (const one of served) lists.get(one.name)?.push(await coldOnce(one))
  }
  const copy = median(copies)
  const of = (name: string) => median(lists.get(name) ?? [])
  rows.push(['psql \\copy', `${copy.toFixed(3)} s`, ''])
  for (const [name, reach] of [
    ['postgresql', '≤ 0.60 ×'],
    ['embedded', '≤ 1.20 ×'],
  ] as const)
    rows.push([`cold list, ${name}`, `${of(name).toFixed(3)} s = ${(of(name) / copy).toFixed(2)} ×`, reach])
  return { postgresql: of('postgresql'), embedded: of('embedded') }
}

function addGrowth(before: Medians, now: Medians, rows: Rows): void {
  for (const name of ['postgresql', 'embedded'] as const)
    rows.push([
      `growth since the size before, ${name}`,
      `${(now[name] / before[name]).toFixed(1)} ×`,
      '≤ 11 × for 10 ×',
    ])
}

async function coldOnce({ child, port }: Served): Promise<number> {
  await child.ask({ watch: true })
  const began = performance.now()
  await mustBe('MISS', drain(port, coldPath()))
  return (performance.now() - began) / 1_000
}

async function mustBe(wanted: string, outcome: Promise<string>): Promise<void> {
  if ((await outcome) !== wanted) throw new Error(`the list was ${await outcome} and should have been ${wanted}`)
}

/** Five who ask for the same cold list at once: pauses, and memory beyond what the desk had before any list of this size. */
async function crowd({ name, child, port, rss }: Served, rows: Rows): Promise<void> {
  const path = coldPath()
  await child.ask({ watch: true })
  await Promise.all(Array.from({ length: clientsAtOnce }, () => drain(port, path)))
  const { peak, pause } = await child.ask<{ peak: number; pause: number }>({ figures: true })
  rows.push([`peak memory, ${clientsAtOnce} clients at once, ${name}`, `+${(peak - rss).toFixed(0)} MiB`, '≤ 150 MiB'])
  rows.push([`longest pause meanwhile, ${name}`, `${pause.toFixed(0)} ms`, '≤ 50 ms'])
}

/** Calls while cold lists are read one after the other, until there are enough of them to speak of a p99. */
async function ringMeanwhile({ name, child, port }: Served, drainer: Child, rows: Rows): Promise<void> {
  const gather = async (least: number) => {
    const times: number[] = []
    while (times.length < least)
      times.push(...(await callsWhile(port, secret, () => drainer.ask({ port, path: coldPath() }))))
    return times
  }
  await gather(warmUpCalls)
  await child.ask({ watch: true })
  const times = await gather(leastCalls)
  const { pause } = await child.ask<{ pause: number }>({ figures: true })
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)]
  const measured = `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, longest ${Math.max(...times).toFixed(0)} ms`
  rows.push([`${times.length} calls meanwhile, ${name}`, measured, '≤ 10, ≤ 50 ms'])
  rows.push([`longest pause meanwhile, ${name}`, `${pause.toFixed(0)} ms`, '≤ 50 ms'])
}

/** The compressed list from the cache beside the same bytes from bare node:http, taking turns. */
async function cached({ name, port }: Served, programs: string, folder: string, rows: Rows): Promise<void> {
  const path = coldPath()
  await packed(port, path)
  const bytes = await packed(port, path)
  const file = join(folder, 'packed')
  writeFileSync(file, bytes)
  const [bare, { port: barePort }] = await startChild<{ port: number }>(join(programs, 'bare.js'), { args: [file] })
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let round = 0; round < 4; round++) {
    const rates = [
      await requestsPerSecond(port, path, connections, cachedMs),
      await requestsPerSecond(barePort, '/', connections, cachedMs),
    ] as const
    // The first warms both up.
    if (round === 0) continue
    ours.push(rates[0])
    theirs.push(rates[1])
  }
  await bare.stop()
  const [rate, base] = [median(ours), median(theirs)]
  const size = `${(bytes.length / 1024 ** 2).toFixed(2)} MiB`
  const measured = `${rate.toFixed(0)}/s = ${(rate / base).toFixed(2)} × of ${base.toFixed(0)}/s`
  rows.push([`cached, gzip, ${size}, ${name}`, measured, '≥ 0.60 ×'])
}
