import { conditionsSql, orderSql, type Place, placing, type ResolvedFilters } from './filterSql.ts'

/** The last customer of the page before: its value of `order_by` as text, null where it has none, and its id. */
export interface Cursor {
  value: string | null
  id: number
}

/**
 * The ids of one page in the order of the list, read along an index from where the last page ended, so that the
 * thousandth page costs what the first does.
 */
export function pageSql(filters: ResolvedFilters, after: Cursor | null, limit: number) {
  const { values, place } = placing()
  const conditions = conditionsSql(filters, place)
  const parts: string[] = []
  const read = (more: string, order: string) =>
    parts.push(`(SELECT c.id_cliente, c.${filters.order_by} AS valor FROM cliente c
      WHERE ${[...conditions, more].join(' AND ')} ORDER BY ${order} LIMIT ${limit})`)
  if (!after || after.value !== null) {
    const present = filters.order_by === 'data_fechamento' ? 'c.data_fechamento IS NOT NULL' : 'true'
    read(
      after ? `${present} AND ${beyondSql(filters, after, place)}` : present,
      `c.${filters.order_by} ${filters.order_type}, c.id_cliente`,
    )
  }
  // A backward index walk would meet them first; read apart, they follow.
  if (filters.order_by === 'data_fechamento')
    read(
      after?.value === null
        ? `c.data_fechamento IS NULL AND c.id_cliente > ${place(after.id)}`
        : 'c.data_fechamento IS NULL',
      'c.id_cliente',
    )
  const text = `SELECT id_cliente, valor::text FROM (${parts.join(' UNION ALL ')}) pagina
    ORDER BY pagina.valor ${filters.order_type} NULLS LAST, id_cliente LIMIT ${limit}`
  return { text, values }
}

function beyondSql({ order_by, order_type }: ResolvedFilters, { value, id }: Cursor, place: Place): string {
  const type = order_by === 'data_cadastro' ? 'timestamp' : 'date'
  const [at, last] = [`${place(value)}::${type}`, `${place(id)}::int`]
  if (order_type === 'asc') return `(c.${order_by}, c.id_cliente) > (${at}, ${last})`
  return `c.${order_by} <= ${at} AND (c.${order_by} < ${at} OR c.id_cliente > ${last})`
}

export function totalSql(filters: ResolvedFilters) {
  const { values, place } = placing()
  const text = `SELECT count(*)::int AS total FROM cliente c WHERE ${conditionsSql(filters, place).join(' AND ')}`
  return { text, values }
}

/** The ids of all that is filtered, in order. */
export function allIdsSql(filters: ResolvedFilters) {
  const { values, place } = placing()
  const conditions = conditionsSql(filters, place)
  return {
    text: `SELECT c.id_cliente FROM cliente c WHERE ${conditions.join(' AND ')} ORDER BY ${orderSql(filters)}`,
    values,
  }
}
