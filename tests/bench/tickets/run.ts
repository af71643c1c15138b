import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Place } from '../../support/place.ts'
import { type Beside, startDeskBeside } from '../billing/servers.ts'
import { bundle } from '../support/bundle.ts'
import { machineLoad, print, printTable } from '../support/print.ts'
import { median, quantile } from '../support/quantile.ts'
import { explain } from './explain.ts'
import { type Filled, fillTickets, tickets } from './fillTickets.ts'

const kinds: Place[] = ['embedded', 'postgresql']
const pages = 200
const warmUp = 60
const limitMs = 40

/**
 * Pages of 50 of a list of 100,000 tickets over HTTP, session and all, one after another, by everything that tickets are
 * found by. Options: `--only embedded|postgresql`, `--explain` (the plans, with what they read), `--pages N`.
 */
export async function run(options: string[] = []): Promise<void> {
  const { values } = parseArgs({
    args: options,
    options: { only: { type: 'string' }, explain: { type: 'boolean' }, pages: { type: 'string' } },
  })
  const programs = await bundle('tickets', { desk: 'tests/bench/ring/deskProcess.ts' })
  const folder = mkdtempSync(join(tmpdir(), 'alo-bench-'))
  try {
    for (const kind of kinds.filter((each) => values.only === undefined || values.only === each)) {
      mkdirSync(join(folder, kind))
      const beside = await startDeskBeside(kind, programs, join(folder, kind))
      try {
        print(`\ntickets, ${kind} (${machineLoad()} when it began)`)
        const filled = await fillTickets(beside.database)
        if (values.explain) await explain(beside.database, questions(filled))
        if (!(await measure(beside, questions(filled), Number(values.pages ?? pages)))) process.exitCode = 1
        print(`  ${machineLoad()} at the end`)
      } finally {
        await beside.stop()
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What is asked, as the address has it. */
function questions({ deep, motivo, desfecho, ana, middle }: Filled): Record<string, Record<string, string>> {
  const day = middle.toISOString().slice(0, 10)
  return {
    'the newest': {},
    'deep in the list': { apos: deep },
    'open ones': { estado: 'aberto' },
    'of one agent': { usuario: String(ana) },
    'opened by one agent': { autor: String(ana) },
    'of a seldom reason': { id_motivo: String(motivo) },
    'of a seldom outcome': { id_desfecho: String(desfecho) },
    'of one day': { data_inicio: day, data_fim: day },
    'by protocol': { termo: '2025 0315 000 007' },
    'by telephone': { termo: '(37) 99991-2222' },
    'by a common name': { termo: 'silva' },
    'by a seldom name': { termo: 'conceição ávila' },
    'by common words': { termo: 'sem conexão' },
    'by words in some': { termo: 'roteador queimado' },
    'by a seldom word': { termo: 'xilofone' },
    'by words of nobody': { termo: 'paralelepípedo azul' },
    'by words, of one agent, of a reason': { termo: 'lentidão', usuario: String(ana), id_motivo: String(motivo) },
  }
}

/** While it was filled the embedded database answered nobody: the desk finds it back by itself. */
async function found(ask: Beside['ask']): Promise<void> {
  for (let left = 100; ; left--) {
    try {
      return void (await ask('/readyz'))
    } catch (error) {
      if (left === 0) throw error
      await pause(100)
    }
  }
}

async function measure({ ask }: Beside, asked: Record<string, Record<string, string>>, many: number): Promise<boolean> {
  const rows = [[`page of 50 of ${tickets.toLocaleString('en')} tickets`, 'quickest 5 %', 'p50', 'p99', 'target', '']]
  let reached = true
  const path = (query: Record<string, string>) => `/api/painel/atendimentos/lista?${new URLSearchParams(query)}`
  await found(ask)
  for (let n = 0; n < warmUp; n++) await ask(path({}))
  for (const [name, query] of Object.entries(asked)) {
    const times: number[] = []
    for (let n = 0; n < many; n++) {
      const begun = performance.now()
      await ask(path(query))
      times.push(performance.now() - begun)
    }
    const p99 = quantile(times, 0.99)
    reached &&= p99 <= limitMs
    rows.push([
      name,
      // On a machine that does other things, what a page costs when nothing stands in its way.
      `${quantile(times, 0.05).toFixed(1)} ms`,
      `${median(times).toFixed(1)} ms`,
      `${p99.toFixed(1)} ms`,
      `<= ${limitMs} ms`,
      p99 <= limitMs ? 'reached' : 'MISSED',
    ])
  }
  printTable(rows)
  return reached
}
