import { type Expression, type SqlBool, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { among, build, cast, column, eb, truth } from '../../database/statement.ts'
import type { ListQuery } from '../rules/listQuery.ts'
import { statusPrefixoCancelado } from '../rules/situacao.ts'

/** Whether the listing shows the service `s`. docs/interface.md: Customer list. */
export const shown = (cancelado: boolean) =>
  cancelado
    ? truth`true`
    : truth`${column('cliente_servico', 's', 'status_prefixo')} <> ${sql.lit(statusPrefixoCancelado)}`

/** What a customer `c` registered within these days must fulfil: whole days, both ends included. */
export function registeredWithin({ data_inicio, data_fim }: Pick<ListQuery, 'data_inicio' | 'data_fim'>) {
  const registered = column('cliente', 'c', 'data_cadastro')
  const conditions: Expression<SqlBool>[] = []
  if (data_inicio) conditions.push(truth`${registered} >= ${data_inicio}::date`)
  if (data_fim) conditions.push(truth`${registered} < ${data_fim}::date + 1`)
  return conditions
}

type ListedOrder = Pick<ListQuery, 'order_by' | 'order_type'>

/** The order of customers `c`: ties by `id_cliente`, those without the day of `data_fechamento` last either way. */
export const listedOrder = ({ order_by, order_type }: ListedOrder) =>
  sql`${column('cliente', 'c', order_by)} ${
    order_type === 'asc' ? sql`asc` : sql`desc`
  } nulls last, ${column('cliente', 'c', 'id_cliente')}`

export const pacotesWith = (codigo: string) =>
  build.selectFrom('pacote as p').where('p.codigo', '=', codigo).select('p.id_pacote')

/** A service `s` has one of these packages. */
export const hasPacote = (pacotes: readonly number[]) =>
  eb.exists(
    eb
      .selectFrom('cliente_servico_pacote as sp')
      .where('sp.id_cliente_servico', '=', column('cliente_servico', 's', 'id_cliente_servico'))
      .where(among(column('cliente_servico_pacote', 'sp', 'id_pacote'), cast([...pacotes], 'int[]')))
      .select('sp.id_pacote'),
  )

/** The ids of the customers in the order of the list; `pacotes`: null, or those with the code that is asked for. */
export function listedIds(query: ListQuery, pacotes: readonly number[] | null) {
  const { cancelado, limit, offset } = query
  let asked = build
    .selectFrom('cliente as c')
    .select('c.id_cliente')
    .where((each) => each.and(registeredWithin(query)))
    .orderBy(listedOrder(query))
  if (pacotes) {
    const having = build
      .selectFrom('cliente_servico as s')
      .select('s.id_cliente')
      .where('s.id_cliente', '=', column('cliente', 'c', 'id_cliente'))
      .where(shown(cancelado))
      .where(hasPacote(pacotes))
    asked = asked.where(({ exists }) => exists(having))
  }
  if (limit !== null) asked = asked.limit(limit)
  if (offset !== null) asked = asked.offset(offset)
  return asked
}

/** The highest `id_cliente`, 0 where there is no customer. */
export async function highestCliente({ prisma }: Pick<Database, 'prisma'>): Promise<number> {
  const { _max } = await prisma.cliente.aggregate({ _max: { id_cliente: true } })
  return _max.id_cliente ?? 0
}
