import { expect, test } from 'vitest'
import { readAuditoria } from '#server/auditoria/rows/readAuditoria'
import { countFiltered, readPage } from '#server/cliente/rows/browse'
import type { BrowseFilters } from '#server/cliente/rows/browseFilter'
import { type ListPlan, planOf } from '#server/cliente/rows/joiner/plan'
import { readIds } from '#server/cliente/rows/joiner/readBatches'
import { classifyTermo } from '#server/cliente/rules/busca'
import { listQueryOf } from '#server/cliente/rules/listQuery'
import type { Database } from '#server/database/database'
import { findLigacoes } from '#server/historico/rows/historySearch'
import { readHistoryTermo } from '#server/historico/rules'
import { ofTitular } from '#server/titular/rows/titular'
import { useDesk } from '../../support/useDesk.ts'

// A page shows few rows, so it must read few, however many rows there are: with a name that thousands have, a telephone
// that rang thousands of times, and a record of everybody.

const desk = useDesk()
const many = 20_000

interface Plan {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** How many rows of tables a plan looked at. */
function rowsIn(plan: Plan): number {
  const reads = /^(Seq|Index|Index Only|Bitmap Heap) Scan$/.test(plan['Node Type'])
  const own = reads ? (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'] : 0
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsIn(part), own)
}

async function rowsOf(text: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await desk.database.pool.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, [...values])
  return rowsIn(rows[0]['QUERY PLAN'][0].Plan)
}

/** How many rows of tables the queries of this work look at. */
async function rowsRead(work: (database: Database) => Promise<unknown>): Promise<number> {
  const { database } = desk
  let read = 0
  await work({
    ...database,
    async query(query, client) {
      const { sql, parameters } = query.compile()
      read += await rowsOf(sql, parameters)
      return database.query(query, client)
    },
  })
  return read
}

/** How many rows of tables the reading of a list's ids looks at. */
async function listedRead(plan: ListPlan): Promise<number> {
  const client = await desk.database.pool.connect()
  const query = client.query.bind(client)
  let read = 0
  const counted = async (asked: { text: string; values: unknown[] }) => {
    read += await rowsOf(asked.text, asked.values)
    return query(asked)
  }
  try {
    await readIds(Object.assign(client, { query: counted }), plan)
  } finally {
    client.release(true)
  }
  return read
}

test('a page reads little more than it shows, among thousands that its search or its filter finds', async () => {
  const { pool } = desk.database
  await pool.query(`
    INSERT INTO cliente (id_cliente, codigo_cliente, nome_razaosocial, tipo_pessoa, cpf_cnpj, data_cadastro, busca)
    SELECT 100000 + n, 100000 + n, 'Pessoa Comum ' || n, 'pf', '', date '2026-01-01' + n,
      'pessoa comum ' || n || CASE WHEN n <= 1500 THEN ' xavier' ELSE '' END
    FROM generate_series(1, ${many}) n`)
  await pool.query(`
    INSERT INTO ligacao (id, usuario_id, telefone_chave, estado, notificada_em, tocada_em)
    SELECT gen_random_uuid(), u.id, CASE n % 2 WHEN 0 THEN '3732220000' ELSE n::text END, 'fechada', t.at, t.at
    FROM (SELECT id FROM usuario WHERE usuario = 'ana') u, generate_series(1, ${many}) n,
      LATERAL (SELECT now() - n * interval '1 minute' AS at) t`)
  await pool.query(`
    INSERT INTO cliente_servico (id_cliente_servico, id_cliente, id_servico, numero_plano, nome, valor, status, status_prefixo,
      tecnologia, login, senha_cifrada, ipv4)
    SELECT 100000 + n, 100000 + n, 1, 1, '', 1, '', 'servico_habilitado', '', 'pessoa' || n, '', '' FROM generate_series(1, ${many}) n`)
  await pool.query(`
    INSERT INTO cliente_servico_pacote SELECT 100000 + n, 1, min(id_pacote) FROM pacote, generate_series(1, ${many}) n GROUP BY n`)
  await pool.query(`
    INSERT INTO auditoria (quando, usuario_id, acao, alvo)
    SELECT now() - (${many / 2} - n) * interval '1 minute', id, 'cliente_aberto', 'cliente:' || 100000 + n
    FROM usuario, generate_series(1, ${many / 2}) n ORDER BY n`)
  await pool.query('VACUUM ANALYZE cliente, cliente_servico, cliente_servico_pacote, pacote, ligacao, auditoria')

  const filters: BrowseFilters = {
    ...{ ...listQueryOf({ cancelado: 'sim' }), status: null, tecnologia: null, cidade: null, olt: null },
    termo: classifyTermo('pessoa'),
  }
  expect(await rowsRead((database) => readPage(database, filters, { skip: 0, fromEnd: false }, 50))).toBeLessThan(2_000)
  // Each of them is read once, and once more each service whose login begins with the name.
  expect(await rowsRead((database) => countFiltered(database, filters))).toBeLessThan(2.1 * many)

  // A package that nobody has: no service of anybody need be looked at.
  const ofPacote = listQueryOf({ codigo_pacote: 'NINGUEM', limit: 20 })
  expect(await listedRead(planOf(ofPacote, { snapshot: true }))).toBeLessThan(100)

  const view = { usuarioId: null, leitor: null, estado: undefined, since: null, until: null }
  const called = { ...view, termo: readHistoryTermo('37 3222-0000', undefined) }
  expect(await rowsRead((database) => findLigacoes(database, called, null, 51))).toBeLessThan(500)

  // A name that many have, and none of whom called: the calls of all others need not be read.
  const named = { ...view, termo: readHistoryTermo('xavier', undefined) }
  expect(await rowsRead((database) => findLigacoes(database, named, null, 51))).toBeLessThan(5_000)

  expect(await rowsRead((database) => ofTitular(database, 100_001))).toBeLessThan(500)

  const alvos = Array.from({ length: 300 }, (_, n) => `ligacao:${n}`)
  const asked = { alvos: ['cliente:100001', ...alvos], idCliente: 100_001, after: null, size: 100 }
  expect(await rowsRead((database) => readAuditoria(database, asked))).toBeLessThan(500)

  // Days gone by: what is newer need not be read, neither for the first page nor for the next ones.
  const [now, day] = [Date.now(), 86_400_000]
  const period = { since: new Date(now - 6 * day), until: new Date(now - 4 * day) }
  const { apos } = await readAuditoria(desk.database, { period, after: null, size: 5_000 })
  for (const after of [null, apos])
    expect(await rowsRead((database) => readAuditoria(database, { period, after, size: 100 }))).toBeLessThan(500)
})
