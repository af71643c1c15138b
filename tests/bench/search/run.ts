import { searchClientes } from '#server/cliente/findClientes'
import { readConfig } from '#server/config'
import type { Database } from '#server/database/database'
import { applyMigrations } from '#server/database/migrate'
import { generateClientes } from '#server/demo/generate/generateClientes'
import type { Desk } from '#server/desk'
import { askOf } from '#server/ligacao/readCall'
import { readFacts } from '#server/ligacao/rows/facts'
import { deskOver } from '../../support/deskOver.ts'
import { quiet } from '../../support/embedded/folders.ts'
import { fillClientes } from '../../support/fillClientes.ts'
import type { Bench } from '../support/bench.ts'
import type { Sheet } from '../support/figure.ts'
import { onDatabase } from '../support/onDatabase.ts'
import { quantile } from '../support/quantile.ts'
import { type Sequence, sequencesFor } from './sequences.ts'

const count = 100_000
const seed = 3
const rounds = 15
const warmUps = 2

export const title = 'Search as one types and the match of telephones, at 100,000 customers'

/** Measures each kind of typing separately, and all of them together. */
export const run = ({ sheet }: Bench): Promise<void> =>
  onDatabase(async (database) => {
    await fill(database)
    await measure(database, sheet)
  })

async function fill(database: Database): Promise<void> {
  await applyMigrations(database.pool, 'prisma/migrations', quiet)
  await fillClientes(database, generateClientes({ count, seed }))
  await database.pool.query('VACUUM ANALYZE')
}

async function measure(database: Database, sheet: Sheet): Promise<void> {
  // The one agent searches for more documents than the hourly limit allows.
  const config = { ...readConfig('demo', {}), documentSearchesPerHour: Number.POSITIVE_INFINITY }
  const desk = deskOver(database, { config })
  const who = { usuarioId: 1, ip: '127.0.0.1' }
  const search = (term: string) => searchClientes(desk, who, term)
  const match = phoneMatch(desk)
  const all: number[] = []
  const note = (name: string, times: number[]) => {
    sheet.note({ name: `${name}, p50`, unit: 'ms' }, 'desk', quantile(times, 0.5))
    sheet.note({ name: `${name}, p99`, unit: 'ms', reach: ['≤', 15] }, 'desk', quantile(times, 0.99))
  }
  for (const sequence of sequencesFor(seed, count)) {
    const times = await timesOf(sequence, sequence.kind === 'phone match' ? match : search)
    if (sequence.kind !== 'phone match') all.push(...times)
    note(sequence.kind, times)
  }
  note('all that is typed', all)
}

async function timesOf({ terms }: Sequence, ask: (term: string) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < rounds + warmUps; round++) {
    for (const term of terms) {
      const before = performance.now()
      await ask(term)
      if (round >= warmUps) times.push(performance.now() - before)
    }
  }
  return times
}

/** The query with which a notification finds customers by telephone. */
function phoneMatch(desk: Desk) {
  const nobodys = { mistakes: {}, tokenId: null, ip: '' }
  return (telefone: string) => readFacts(desk, askOf(desk, { sent: { telefone }, ...nobodys }, new Date()).question)
}
