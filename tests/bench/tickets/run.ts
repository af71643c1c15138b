import { setTimeout as pause } from 'node:timers/promises'
import { type Beside, startDeskBeside } from '../billing/servers.ts'
import type { Bench } from '../support/bench.ts'
import type { Sheet } from '../support/figure.ts'
import { quantile } from '../support/quantile.ts'
import { type Filled, fillTickets, tickets } from './fillTickets.ts'

export const title = `Pages of 50 of a list of ${tickets.toLocaleString('en')} tickets`

const pages = 200
const warmUp = 60
const limitMs = 40

/** Requests pages one after another over HTTP with a session, once for every way in which tickets are found. */
export async function run({ sheet }: Bench): Promise<void> {
  const beside = await startDeskBeside()
  try {
    await measure(beside, questions(await fillTickets(beside.database)), sheet)
  } finally {
    await beside.stop()
  }
}

/** The query of each page, by the page's name in the results. */
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

/**
 * Waits until the desk is ready. The embedded database answers nobody while it is filled; the desk reconnects by
 * itself.
 */
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

async function measure({ ask }: Beside, asked: Record<string, Record<string, string>>, sheet: Sheet): Promise<void> {
  const path = (query: Record<string, string>) => `/api/painel/atendimentos/lista?${new URLSearchParams(query)}`
  await found(ask)
  for (let n = 0; n < warmUp; n++) await ask(path({}))
  for (const [name, query] of Object.entries(asked)) {
    const times: number[] = []
    for (let n = 0; n < pages; n++) {
      const begun = performance.now()
      await ask(path(query))
      times.push(performance.now() - begun)
    }
    sheet.note({ name: `${name}, p99`, unit: 'ms', reach: ['≤', limitMs] }, 'desk', quantile(times, 0.99))
  }
}
