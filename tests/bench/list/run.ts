import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { relacoes } from '#contract/cliente'
import { findOrInstallPostgres } from '../../support/postgres/binaries.ts'
import { startPostgres } from '../../support/postgres/startPostgres.ts'
import { bundle } from '../support/bundle.ts'
import { type Child, startChild } from '../support/child.ts'
import { machineLoad, print, printTable } from '../support/print.ts'
import { median } from '../support/quantile.ts'

type Figures = { rss: number; peak: number; pause: number }
type Served = { child: Child; port: number }

const path = `/api/v1/integracao/cliente/all?cancelado=sim&relacoes=${relacoes.join()}`
const rounds = 3
const clientsAtOnce = 5

/**
 * The whole list, every relation, cold, on either database beside one psql `\\copy` of the same JSON, taking turns.
 * Option: `--sizes 1000,10000,100000`.
 */
export async function run(options: string[] = []): Promise<void> {
  const { values } = parseArgs({ args: options, options: { sizes: { type: 'string', default: '1000,10000,100000' } } })
  const programs = await bundle('list', {
    list: 'tests/bench/list/listProcess.ts',
    'cliente-list-worker': 'server/data/cliente/list/worker.ts',
  })
  const postgres = await startPostgres(print)
  const folder = mkdtempSync(join(tmpdir(), 'alo-bench-'))
  try {
    let held = 0
    const served = [await serve(programs, folder, postgres.url), await serve(programs, folder, undefined)]
    for (const size of values.sizes.split(',').map(Number)) {
      for (const { child } of served) await child.ask({ fill: size - held, firstId: held + 1 })
      held = size
      await compare(size, served as [Served, Served], postgres.url, folder)
    }
    for (const { child } of served) await child.stop()
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function serve(programs: string, folder: string, url: string | undefined): Promise<Served> {
  const dataDir = join(folder, url ? 'postgresql' : 'embedded')
  mkdirSync(dataDir)
  const [child, { port }] = await startChild<{ port: number }>(join(programs, 'list.js'), {
    args: url ? [dataDir, url] : [dataDir],
    execArgv: ['--enable-source-maps'],
  })
  return { child, port }
}

async function compare(size: number, [onPostgres, embedded]: [Served, Served], url: string, folder: string) {
  print(`\nlist of ${size} customers (${machineLoad()})`)
  const copies: number[] = []
  const lists: number[] = []
  const inside: number[] = []
  for (let round = 0; round < rounds; round++) {
    copies.push(copyOnce(url, folder))
    lists.push(await coldOnce(onPostgres))
    inside.push(await coldOnce(embedded))
  }
  const base = median(copies)
  const row = (name: string, times: number[], reach: string) => {
    const time = median(times)
    return [name, `${time.toFixed(3)} s`, `${(time / base).toFixed(2)} ×`, reach]
  }
  printTable([
    ['', 'median', 'beside \\copy', 'reach'],
    row('psql \\copy', copies, ''),
    row('cold list, PostgreSQL', lists, '≤ 0.60 ×'),
    row('cold list, embedded', inside, '≤ 1.20 ×'),
  ])
  for (const [name, served] of [
    ['PostgreSQL', onPostgres],
    ['embedded', embedded],
  ] as const) {
    const { rss } = await served.child.ask<{ rss: number }>({ cold: true })
    await Promise.all(Array.from({ length: clientsAtOnce }, () => fetchOnce(served.port)))
    const { peak, pause } = await served.child.ask<Figures>({ figures: true })
    const growth = `peak memory +${(peak - rss).toFixed(0)} MiB (≤ 150)`
    print(`  ${name}, ${clientsAtOnce} clients at once: ${growth}, longest pause ${pause.toFixed(0)} ms (≤ 50)`)
  }
}

function copyOnce(url: string, folder: string): number {
  const sql = readFileSync('tests/bench/list/copy.sql', 'utf8').replace(/\s+/g, ' ')
  const file = join(folder, 'copy.json')
  const began = performance.now()
  execFileSync(
    join(
      findOrInstallPostgres(() => undefined),
      'psql',
    ),
    [url, '-q', '-c', `\\copy (${sql}) to '${file}'`],
  )
  return (performance.now() - began) / 1_000
}

async function coldOnce({ child, port }: Served): Promise<number> {
  await child.ask({ cold: true })
  const began = performance.now()
  await fetchOnce(port)
  return (performance.now() - began) / 1_000
}

async function fetchOnce(port: number): Promise<void> {
  const request = http.get({ port, path, host: '127.0.0.1', agent: false })
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`the list answered ${response.statusCode}`)
  response.resume()
  await once(response, 'end')
}
