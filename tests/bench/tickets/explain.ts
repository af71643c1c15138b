import type { Compilable } from 'kysely'
import { ticketPage } from '#server/atendimento/rows/listAtendimentos'
import { readTicketTermo } from '#server/atendimento/rules/ticketTermo'
import { ticketQuery } from '#server/atendimento/wire/atendimento'
import type { Database } from '#server/database/database'
import { print } from '../support/print.ts'

/** Prints how the database finds each page: which indexes, how many rows, how many blocks. */
export async function explain({ pool }: Database, asked: Record<string, Record<string, string>>): Promise<void> {
  for (const [name, address] of Object.entries(asked)) {
    const { apos, termo, ...filter } = ticketQuery.parse(address)
    print(`\n  ${name}`)
    const query = async <Row>(compilable: Compilable<Row>): Promise<Row[]> => {
      const { sql, parameters } = compilable.compile()
      const { rows } = await pool.query(`EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, SUMMARY) ${sql}`, [...parameters])
      for (const row of rows) print(`    ${row['QUERY PLAN']}`)
      return []
    }
    const view = { filter, termo: termo ? readTicketTermo(termo, undefined) : null, usuarioId: null }
    await ticketPage({ query } as Database, { ...view, timeZone: 'America/Sao_Paulo' }, apos ?? null, { size: 50 })
  }
}
