import type { Expression, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../database/database.ts'
import { build, column, truth } from '../../database/statement.ts'
import type { Termo } from '../rules/busca.ts'
import type { ListQuery } from '../rules/listQuery.ts'
import { registeredWithin, shown } from './list/ids.ts'
import { beginning, containing } from './search.ts'

/** Which customers, in which order: the list endpoint's filters and a search term. */
export interface BrowseFilters
  extends Pick<ListQuery, 'data_inicio' | 'data_fim' | 'cancelado' | 'codigo_pacote' | 'order_by' | 'order_type'> {
  termo: Termo | null
}

/**
 * What a row `c` of cliente must fulfil. The package is looked up by its code first: of ids the planner knows how common
 * they are, of a code it does not.
 */
export async function fulfilling(
  { query }: Pick<Database, 'query'>,
  filters: BrowseFilters,
  client?: pg.ClientBase,
): Promise<Expression<SqlBool>[]> {
  const { codigo_pacote, cancelado, termo } = filters
  const conditions = registeredWithin(filters)
  if (codigo_pacote !== null) {
    const asked = build.selectFrom('pacote as p').where('p.codigo', '=', codigo_pacote).select('p.id_pacote')
    conditions.push(havingPacote(await query(asked, client), cancelado))
  }
  if (termo) conditions.push(meant(termo))
  return conditions
}

const idOf = column('cliente', 'c', 'id_cliente')

function havingPacote(pacotes: { id_pacote: number }[], cancelado: boolean) {
  if (pacotes.length === 0) return truth`false`
  const ids = pacotes.map(({ id_pacote }) => id_pacote)
  return truth`exists (${build
    .selectFrom('cliente_servico as s')
    .innerJoin('cliente_servico_pacote as sp', 'sp.id_cliente_servico', 's.id_cliente_servico')
    .where('s.id_cliente', '=', idOf)
    .where(shown(cancelado))
    .where(truth`${column('cliente_servico_pacote', 'sp', 'id_pacote')} = any(${ids}::int[])`)
    .select('s.id_cliente')})`
}

/** Everybody whom one of the term's meanings fits; each meaning is a look-up in an index of its own. */
function meant({ codigo, telefones, telefonePrefixos, documento, login, nome }: Termo) {
  const clientes = build.selectFrom('cliente as f').select('f.id_cliente')
  const telefone = build.selectFrom('cliente_telefone as f').select('f.id_cliente')
  const begun = nome.join(' ').slice(0, 60)
  const found = [
    ...(codigo === null
      ? []
      : [clientes.where('f.codigo_cliente', '=', codigo), clientes.where('f.id_cliente', '=', codigo)]),
    ...(telefones.length > 0
      ? [telefone.where(truth`${column('cliente_telefone', 'f', 'chave')} = any(${telefones}::text[])`)]
      : []),
    ...telefonePrefixos.map((prefixo) => telefone.where('f.chave', 'like', beginning(prefixo))),
    ...(documento ? [clientes.where('f.cpf_cnpj', 'like', beginning(documento))] : []),
    ...(login
      ? [
          build
            .selectFrom('cliente_servico as f')
            .select('f.id_cliente')
            .where(truth`lower(${column('cliente_servico', 'f', 'login')}) like ${beginning(login)}`),
        ]
      : []),
    ...(nome.some((word) => word.length >= 3)
      ? [clientes.where((each) => each.and(nome.map((word) => each('f.busca', 'like', containing(word)))))]
      : // Words too short for the trigram index: those whose name begins so.
        nome.length > 0
        ? [clientes.where(truth`left(${column('cliente', 'f', 'busca')}, 60) like ${beginning(begun)}`)]
        : []),
  ]
  return found.length === 0 ? truth`false` : truth`${idOf} in (${sql.join(found, sql` union all `)})`
}
