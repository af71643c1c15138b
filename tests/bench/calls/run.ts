import { readConfig } from '#server/config'
import type { Database } from '#server/database/database'
import { searchLigacoes } from '#server/historico/searchLigacoes'
import type { Viewer } from '#server/ligacao/rules/viewer'
import { noteAttended } from '#server/perdida/noteAttended'
import { countOwnPerdidas, listCaidas, listPerdidas } from '#server/perdida/readPerdidas'
import { deskOver } from '../../support/deskOver.ts'
import type { Bench } from '../support/bench.ts'
import type { Sheet } from '../support/figure.ts'
import { onDatabase } from '../support/onDatabase.ts'
import { print } from '../support/print.ts'
import { quantile } from '../support/quantile.ts'
import { fillCalls } from './fill.ts'

const calls = 100_000
const [warmUps, rounds] = [3, 100]
/** A slow query gets no more rounds after this many milliseconds (but at least ten). */
const enoughMs = 8_000
const limitMs = 40

export const title = 'Missed calls and calls gone by, at 100,000 calls'

/** Measures how long every list takes, and prints how many pages of 8 KiB and which indexes it reads. */
export const run = ({ sheet }: Bench): Promise<void> =>
  onDatabase(async (database) => {
    await fillCalls(database, calls)
    // A running desk does this every ten minutes.
    await noteAttended({ database })
    await measure(database, sheet)
  })

/** A node of a query plan, as EXPLAIN prints it in JSON. */
interface Plan {
  'Index Name'?: string
  'Node Type': string
  'Relation Name'?: string
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  Plans?: Plan[]
}

async function measure(database: Database, sheet: Sheet): Promise<void> {
  const seen = new Set<string>()
  let pages = 0
  const note = (plan: Plan) => {
    if (plan['Index Name']) seen.add(plan['Index Name'])
    if (plan['Node Type'] === 'Seq Scan') seen.add(`ALL OF ${plan['Relation Name']}`)
    plan.Plans?.forEach(note)
  }
  const explaining: Database = {
    ...database,
    async query(query, client) {
      const { sql, parameters } = query.compile()
      const { rows } = await database.pool.query(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`, [...parameters])
      const { Plan } = rows[0]['QUERY PLAN'][0]
      pages += (Plan['Shared Hit Blocks'] ?? 0) + (Plan['Shared Read Blocks'] ?? 0)
      note(Plan)
      return database.query(query, client)
    },
  }
  const config = readConfig('demo', {})
  const [desk, explained] = [deskOver(database, { config }), deskOver(explaining, { config })]
  const one = await database.prisma.ligacao.findFirstOrThrow({
    where: { id_cliente: { not: null } },
    orderBy: { notificada_em: 'asc' },
  })
  const dono = await database.prisma.cliente.findFirstOrThrow({ where: { id_cliente: one.id_cliente ?? 0 } })
  const ticket = await database.prisma.atendimento.findFirstOrThrow({ orderBy: { id: 'desc' } })
  const atendente: Viewer = { usuarioId: one.usuario_id, papel: 'atendente' }
  const supervisor: Viewer = { usuarioId: one.usuario_id, papel: 'supervisor' }
  const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  const middle = { em: new Date(Date.now() - 170 * 86_400_000), id: '00000000-0000-4000-8000-000000000000' }
  const none = { data_inicio: undefined, data_fim: undefined, usuario: undefined, apos: undefined }
  const plain = { ...none, busca: undefined, estado: undefined }
  const year = { ...none, data_inicio: day(365) }

  const kinds: Record<string, (on: typeof desk) => Promise<unknown>> = {
    'badge, own': (on) => countOwnPerdidas(on, one.usuario_id),
    'missed, own': (on) => listPerdidas(on, atendente, { ...none, situacao: 'aberta' }),
    'missed, team': (on) => listPerdidas(on, supervisor, { ...none, situacao: 'aberta' }),
    'missed, team, a year': (on) => listPerdidas(on, supervisor, { ...year, situacao: 'aberta' }),
    'missed, team, a year, deep': (on) => listPerdidas(on, supervisor, { ...year, apos: middle, situacao: 'aberta' }),
    'missed, own, a year': (on) => listPerdidas(on, atendente, { ...year, situacao: 'aberta' }),
    'settled, team': (on) => listPerdidas(on, supervisor, { ...none, situacao: 'resolvida' }),
    'settled, own': (on) => listPerdidas(on, atendente, { ...none, situacao: 'resolvida' }),
    'settled, team, a year': (on) => listPerdidas(on, supervisor, { ...year, situacao: 'resolvida' }),
    'settled, own, a year': (on) => listPerdidas(on, atendente, { ...year, situacao: 'resolvida' }),
    'broken off, team': (on) => listCaidas(on, supervisor, undefined),
    'calls, team': (on) => searchLigacoes(on, supervisor, plain),
    'calls, own': (on) => searchLigacoes(on, atendente, plain),
    'calls, team, deep': (on) => searchLigacoes(on, supervisor, { ...plain, apos: middle }),
    'calls, team, expired': (on) => searchLigacoes(on, supervisor, { ...plain, estado: 'expirada' }),
    'calls, own, expired': (on) => searchLigacoes(on, atendente, { ...plain, estado: 'expirada' }),
    'calls, team, attended': (on) => searchLigacoes(on, supervisor, { ...plain, estado: 'atendida' }),
    'calls by telephone': (on) => searchLigacoes(on, supervisor, { ...plain, busca: one.telefone ?? '' }),
    'calls by telephone, no area': (on) => searchLigacoes(on, supervisor, { ...plain, busca: '99991-2222' }),
    'calls by protocol': (on) => searchLigacoes(on, supervisor, { ...plain, busca: ticket.protocolo }),
    'calls by a whole name': (on) => searchLigacoes(on, supervisor, { ...plain, busca: dono.nome_razaosocial }),
    'calls by a common name': (on) => searchLigacoes(on, supervisor, { ...plain, busca: 'silva' }),
    'calls by a common name, own': (on) => searchLigacoes(on, atendente, { ...plain, busca: 'silva' }),
    'calls by rare words': (on) =>
      searchLigacoes(on, supervisor, { ...plain, busca: ticket.descricao.match(/[0-9a-f]{32}/)?.[0] ?? '' }),
    'calls by common words': (on) => searchLigacoes(on, supervisor, { ...plain, busca: 'conexao ontem' }),
    'calls by no words': (on) => searchLigacoes(on, supervisor, { ...plain, busca: 'zzzz inexistente' }),
  }
  for (const [name, ask] of Object.entries(kinds)) {
    const times: number[] = []
    const begun = performance.now()
    for (let round = -warmUps; round < rounds && (round < 10 || performance.now() - begun < enoughMs); round++) {
      const before = performance.now()
      await ask(desk)
      if (round >= 0) times.push(performance.now() - before)
    }
    seen.clear()
    pages = 0
    await ask(explained)
    sheet.note({ name: `${name}, p99`, unit: 'ms', reach: ['≤', limitMs] }, 'desk', quantile(times, 0.99))
    const reads = [...seen].filter((each) => !each.endsWith('_pkey')).join(' ')
    print(`  ${name}: p50 ${quantile(times, 0.5).toFixed(1)} ms, ${pages} pages of ${reads}`)
  }
}
