import type pg from 'pg'
import type { Termo } from '../../rules/busca.ts'
import { shownSql } from '../list/idsSql.ts'
import { beginning, containing } from './like.ts'

/** Which customers, in which order: the list endpoint's filters and a search term. */
export interface BrowseFilters {
  data_inicio: string | null
  data_fim: string | null
  cancelado: boolean
  codigo_pacote: string | null
  order_by: 'data_cadastro' | 'data_fechamento'
  order_type: 'asc' | 'desc'
  termo: Termo | null
}

/** The filters with the package's own ids: of those the planner knows how common they are, of the code it does not. */
export type ResolvedFilters = BrowseFilters & { pacotes: number[] | null }

export async function resolveFilters(
  db: Pick<pg.ClientBase, 'query'>,
  filters: BrowseFilters,
): Promise<ResolvedFilters> {
  if (filters.codigo_pacote === null) return { ...filters, pacotes: null }
  const sql = 'SELECT id_pacote FROM pacote WHERE codigo = $1'
  const { rows } = await db.query<{ id_pacote: number }>(sql, [filters.codigo_pacote])
  return { ...filters, pacotes: rows.map((row) => row.id_pacote) }
}

/** Gives the placeholder of a value. */
export type Place = (value: unknown) => string

/** Collects the values of a statement while its text is written. */
export function placing(): { values: unknown[]; place: Place } {
  const values: unknown[] = []
  return { values, place: (value) => `$${values.push(value)}` }
}

/** What a row `c` of cliente must fulfil, to be joined by AND. Dates are whole days, both ends included. */
export function conditionsSql(filters: ResolvedFilters, place: Place): string[] {
  const { data_inicio, data_fim, cancelado, pacotes, termo } = filters
  const conditions = ['true']
  if (data_inicio) conditions.push(`c.data_cadastro >= ${place(data_inicio)}::date`)
  if (data_fim) conditions.push(`c.data_cadastro < ${place(data_fim)}::date + 1`)
  if (pacotes?.length === 0) conditions.push('false')
  else if (pacotes)
    conditions.push(`EXISTS (SELECT FROM cliente_servico s JOIN cliente_servico_pacote sp USING (id_cliente_servico)
      WHERE s.id_cliente = c.id_cliente AND ${shownSql(cancelado)} AND sp.id_pacote = ANY(${place(pacotes)}::int[]))`)
  if (termo) conditions.push(termoSql(termo, place))
  return conditions
}

/** Everybody whom one of the term's meanings fits; each meaning is a look-up in an index of its own. */
function termoSql(termo: Termo, place: Place): string {
  const found: string[] = []
  const add = (from: string, condition: string) => found.push(`SELECT f.id_cliente FROM ${from} f WHERE ${condition}`)
  if (termo.codigo !== null) {
    add('cliente', `f.codigo_cliente = ${place(termo.codigo)}::int`)
    add('cliente', `f.id_cliente = ${place(termo.codigo)}::int`)
  }
  if (termo.telefones.length > 0) add('cliente_telefone', `f.chave = ANY(${place(termo.telefones)}::text[])`)
  for (const prefixo of termo.telefonePrefixos) add('cliente_telefone', `f.chave LIKE ${place(beginning(prefixo))}`)
  if (termo.documento) add('cliente', `f.cpf_cnpj LIKE ${place(beginning(termo.documento))}`)
  if (termo.login) add('cliente_servico', `lower(f.login) LIKE ${place(beginning(termo.login))}`)
  if (termo.nome.some((word) => word.length >= 3)) {
    add('cliente', termo.nome.map((word) => `f.busca LIKE ${place(containing(word))}`).join(' AND '))
  } else if (termo.nome.length > 0) {
    // Words too short for the trigram index: those whose name begins so.
    add('cliente', `left(f.busca, 60) LIKE ${place(beginning(termo.nome.join(' ').slice(0, 60)))}`)
  }
  return found.length === 0 ? 'false' : `c.id_cliente IN (${found.join(' UNION ALL ')})`
}

/** The endpoint's own order: ties by `id_cliente`, those without the day of `data_fechamento` last either way. */
export const orderSql = ({ order_by, order_type }: Pick<BrowseFilters, 'order_by' | 'order_type'>) =>
  `c.${order_by} ${order_type} NULLS LAST, c.id_cliente`
