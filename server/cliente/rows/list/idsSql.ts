import type { ListQuery } from '../../rules/listQuery.ts'
import { statusPrefixoCancelado } from '../../wire/cliente.ts'

/** A service that the listing shows. DESIGN §3 "Customer list". */
export const shownSql = (cancelado: boolean) => (cancelado ? 'true' : `s.status_prefixo <> '${statusPrefixoCancelado}'`)

/**
 * The ids of the customers in the order of the list: dates are whole days, both ends included; ties by `id_cliente`,
 * ascending in either direction; customers without the day of `data_fechamento` last in either direction.
 */
export function idsSql(query: ListQuery): { text: string; values: unknown[] } {
  const values: unknown[] = []
  const place = (value: unknown) => `$${values.push(value)}`
  const conditions = ['true']
  if (query.data_inicio) conditions.push(`c.data_cadastro >= ${place(query.data_inicio)}::date`)
  if (query.data_fim) conditions.push(`c.data_cadastro < ${place(query.data_fim)}::date + 1`)
  if (query.codigo_pacote !== null)
    conditions.push(`EXISTS (SELECT FROM cliente_servico s JOIN cliente_servico_pacote sp USING (id_cliente_servico)
      JOIN pacote p USING (id_pacote)
      WHERE s.id_cliente = c.id_cliente AND ${shownSql(query.cancelado)} AND p.codigo = ${place(query.codigo_pacote)})`)
  const paging = [
    query.limit === null ? '' : `LIMIT ${place(query.limit)}::bigint`,
    query.offset === null ? '' : `OFFSET ${place(query.offset)}::bigint`,
  ]
  const text = `SELECT c.id_cliente FROM cliente c WHERE ${conditions.join(' AND ')}
    ORDER BY c.${query.order_by} ${query.order_type} NULLS LAST, c.id_cliente ${paging.join(' ')}`
  return { text, values }
}
