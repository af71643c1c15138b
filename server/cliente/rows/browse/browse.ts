import type { Database } from '../../../database/open.ts'
import type { ClienteListado, PacoteOpcao } from '../../wire/browse.ts'
import { type BrowseFilters, resolveFilters } from './filterSql.ts'
import { type ListadoRow, listadoSql, presentListado } from './listado.ts'
import { type Cursor, pageSql, totalSql } from './pageSql.ts'

export interface Page {
  clientes: ClienteListado[]
  /** Where the next page begins; null on the last. */
  next: Cursor | null
}

const maxPacotes = 1_000

/** What the supervisors' list reads. */
export function clienteBrowser({ pool }: Pick<Database, 'pool'>) {
  return {
    async page(filters: BrowseFilters, after: Cursor | null, size: number): Promise<Page> {
      const { rows } = await pool.query<{ id_cliente: number; valor: string | null }>(
        pageSql(await resolveFilters(pool, filters), after, size + 1),
      )
      const shown = rows.slice(0, size)
      const last = shown.at(-1)
      const listed = await pool.query<ListadoRow>(listadoSql(filters.cancelado), [shown.map((row) => row.id_cliente)])
      const next = rows.length > size && last ? { value: last.valor, id: last.id_cliente } : null
      return { clientes: listed.rows.map(presentListado), next }
    },

    async total(filters: BrowseFilters): Promise<number> {
      const { rows } = await pool.query<{ total: number }>(totalSql(await resolveFilters(pool, filters)))
      return rows[0]?.total ?? 0
    },

    /** Packages by code; of two with one code, the one that is newer tells what it is. */
    async pacotes(): Promise<PacoteOpcao[]> {
      const { rows } = await pool.query<PacoteOpcao>(
        `SELECT DISTINCT ON (codigo) codigo, descricao FROM pacote ORDER BY codigo, id_pacote DESC LIMIT ${maxPacotes}`,
      )
      return rows
    },
  }
}

export type ClienteBrowser = ReturnType<typeof clienteBrowser>
