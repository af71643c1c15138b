import type { Compilable } from 'kysely'
import { atendimentoPage } from '#server/atendimento/rows/listAtendimentos'
import { readAtendimentoTermo } from '#server/atendimento/rules/atendimentoTermo'
import { atendimentoListQuery } from '#server/atendimento/wire/atendimento'
import type { Database } from '#server/database/database'
import { print } from '../support/print.ts'

/** Prints how the database finds each page: which indexes, how many rows, how many blocks. */
export async function explain({ pool }: Database, asked: Record<string, Record<string, string>>): Promise<void> {
  for (const [name, address] of Object.entries(asked)) {
    const { apos, termo, ...filter } = atendimentoListQuery.parse(address)
    print(`\n  ${name}`)
    const query = async <Row>(compilable: Compilable<Row>): Promise<Row[]> => {
      const { sql, parameters } = compilable.compile()
      const { rows } = await pool.query(`EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, SUMMARY) ${sql}`, [...parameters])
      for (const row of rows) print(`    ${row['QUERY PLAN']}`)
      return []
    }
    const view = { filter, termo: termo ? readAtendimentoTermo(termo, undefined) : null, usuarioId: null }
    await atendimentoPage({ query } as Database, { ...view, timeZone: 'America/Sao_Paulo' }, apos ?? null, { size: 50 })
  }
}
