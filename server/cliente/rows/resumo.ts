import { type AliasableExpression, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Database } from '../../database/database.ts'
import { build, column, columns, db, jsonRows } from '../../database/statement.ts'
import { maxCandidatos } from '../rules/candidatos.ts'
import { maskDocumento } from '../rules/documento.ts'
import { byServico, type Situacao, sinais, situacaoDe, situacoesPorOferta } from '../rules/situacao.ts'
import { type ClienteResumo, clienteResumo, servicoResumo } from '../wire/resumo.ts'
import { shown } from './listed.ts'

/** A telephone that more customers share than this tells nothing about who calls: only the newest are looked at. */
const maxFound = 200

const status_prefixo = column('cliente_servico', 's', 'status_prefixo')

const lugarDe = (situacao: Situacao) => sql.lit(situacoesPorOferta.indexOf(situacao))

/** The key that by far the most services have. It is compared first: one comparison instead of twenty patterns. */
const usual = 'servico_habilitado'

/** The key as `situacaoDe` reads it: in lower case, without accents. Few have any, and only those cost the removal. */
const chave = sql`lower(case when octet_length(${status_prefixo}) = length(${status_prefixo}) then ${status_prefixo}
  else regexp_replace(normalize(${status_prefixo}, nfd), '[\\u0300-\\u036f]', '', 'g') end)`

/** The place of a service `s` among `situacoesPorOferta`: services are offered in this order, then by their number. */
export const lugarDoServico = sql<number>`case when ${status_prefixo} = ${sql.lit(usual)} then ${lugarDe(
  situacaoDe({ status_prefixo: usual }),
)} when not (${shown(false)}) then ${lugarDe('cancelado')} ${sql.join(
  sinais.map(
    ([situacao, sinaisDela]) =>
      sql`when ${chave} like any (array[${sql.join(sinaisDela.map(sql.lit))}]) then ${lugarDe(situacao)}`,
  ),
  sql` `,
)} else ${lugarDe('outro')} end`
const id_cliente = column('cliente', 'c', 'id_cliente')

const servicos = db
  .selectFrom('cliente_servico as s')
  .leftJoin('endereco as e', (join) =>
    join.onRef('e.id_cliente_servico', '=', 's.id_cliente_servico').on('e.tipo', '=', 'instalacao'),
  )
  .where('s.id_cliente', '=', id_cliente)
  .select((each) =>
    jsonRows(
      jsonBuildObject({
        ...columns('cliente_servico', 's', servicoResumo.omit({ endereco_instalacao: true }).keyof().options),
        endereco_instalacao: each.ref('e.completo'),
      }),
    ).as('servicos'),
  )

/**
 * One customer as the windows and the search show it, as JSON of the row `c` of cliente: only the columns a screen may
 * see, and the document that `presentClienteResumo` masks.
 */
export const clienteResumoJson = jsonBuildObject({
  ...columns('cliente', 'c', clienteResumo.omit({ cpf_cnpj_mascarado: true, servicos: true }).keyof().options),
  cpf_cnpj: column('cliente', 'c', 'cpf_cnpj'),
  servicos: servicos.$asScalar(),
})

export type ClienteResumoRow = (typeof clienteResumoJson)['expressionType'] & {}

/** An order for rows `c` of cliente: by the best of the customer's services, then the newest customer. */
export const activeFirst = sql`${db
  .selectFrom('cliente_servico as s')
  .where('s.id_cliente', '=', id_cliente)
  .select(({ fn }) => fn.min(lugarDoServico).as('lugar'))} nulls last, ${id_cliente} desc`

/** The customers that rows of `found` name, in any order, as a JSON array for `offeredFirst`. */
export function clientesJson(found: AliasableExpression<{ id_cliente: number }>) {
  const resumos = db
    .selectFrom(found.as('a'))
    // The LIMIT makes the planner look the few rows found up in an index, and not scan the whole table.
    .crossJoinLateral((each) =>
      each.selectFrom('cliente as d').selectAll('d').whereRef('d.id_cliente', '=', 'a.id_cliente').limit(1).as('c'),
    )
    .select(clienteResumoJson.as('resumo'))
    .orderBy('a.id_cliente', 'desc')
    .limit(maxFound)
  return db
    .selectFrom(resumos.as('x'))
    .select(({ ref }) => jsonRows(ref('x.resumo')).as('json'))
    .$asScalar()
}

const bestPlace = ({ servicos }: ClienteResumoRow) =>
  Math.min(...servicos.map((servico) => situacoesPorOferta.indexOf(situacaoDe(servico))))

/** At most 20 of these customers, by the best of their services, then the newest: the order of `activeFirst`. */
export const offeredFirst = (clientes: readonly ClienteResumoRow[]): ClienteResumoRow[] =>
  clientes.length < 2
    ? [...clientes]
    : clientes
        .map((cliente) => ({ cliente, place: bestPlace(cliente) }))
        .sort((one, other) =>
          one.place === other.place ? other.cliente.id_cliente - one.cliente.id_cliente : one.place - other.place,
        )
        .slice(0, maxCandidatos)
        .map(({ cliente }) => cliente)

/** The document leaves masked: nothing past this point knows it whole. docs/interface.md: Personal data, Search. */
export function presentClienteResumo({ cpf_cnpj, servicos, ...row }: ClienteResumoRow): ClienteResumo {
  return { ...row, cpf_cnpj_mascarado: maskDocumento(cpf_cnpj), servicos: servicos.toSorted(byServico) }
}

/** A customer as the call window shows them; null when there is none. */
export async function clienteResumoOf({ query }: Database, id_cliente: number): Promise<ClienteResumo | null> {
  const [row] = await query(
    build.selectFrom('cliente as c').where('c.id_cliente', '=', id_cliente).select(clienteResumoJson.as('resumo')),
  )
  return row ? presentClienteResumo(row.resumo) : null
}
