import type { Expression, SqlBool } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../database/database.ts'
import { among, build, cast, column, type DB, eb, truth } from '../../database/statement.ts'
import type { Termo } from '../rules/busca.ts'
import { leastOfPalavra } from '../rules/folded.ts'
import type { ListQuery } from '../rules/listQuery.ts'
import { hasPacote, pacotesWith, registeredWithin, shown } from './listed.ts'
import { begins, foundBy, havingAll, lettersOfName, nameBeginning, tsqueryOf } from './sought.ts'

/** Which customers, in which order: the list endpoint's filters, what a service of theirs must be, and a search term. */
export interface BrowseFilters
  extends Pick<ListQuery, 'data_inicio' | 'data_fim' | 'cancelado' | 'codigo_pacote' | 'order_by' | 'order_type'>,
    ServicoFilters {
  termo: Termo | null
}

/** Conditions that one and the same service must meet. */
interface ServicoFilters {
  /** Its `status_prefixo`. */
  status: string | null
  tecnologia: string | null
  /** Where it is installed. */
  cidade: string | null
  /** Name of the equipment that it is connected to. */
  olt: string | null
}

/**
 * The services that the filters ask for, as rows `s`; null where they ask for none. Package and equipment are looked up
 * by their names first, because the planner knows how common an id is among the services, but not a name.
 */
export async function servicosAsked(
  { query }: Pick<Database, 'query'>,
  filters: BrowseFilters,
  client?: pg.ClientBase,
) {
  const { codigo_pacote, olt, cancelado } = filters
  const pacotes = codigo_pacote === null ? null : await query(pacotesWith(codigo_pacote), client)
  const olts =
    olt === null
      ? null
      : await query(build.selectFrom('equipamento as q').where('q.nome', '=', olt).select('q.id_equipamento'), client)
  const conditions = servicoConditions(
    filters,
    pacotes?.map(({ id_pacote }) => id_pacote) ?? null,
    olts?.map(({ id_equipamento }) => id_equipamento) ?? null,
  )
  if (conditions.length === 0) return null
  return build
    .selectFrom('cliente_servico as s')
    .where((each) => each.and([shown(cancelado), ...conditions]))
    .select('s.id_cliente')
}

/**
 * The conditions for a row `c` of cliente, one list for each meaning of the term: a customer who meets one of the lists
 * is found. Joined by OR, or by one list of ids, they would lead the planner past its indexes. `near`: only the first
 * rows are wanted, so that looking at one customer after the other is the shortest way. The planner would not find it,
 * because it takes filters that go together for independent.
 */
export async function fulfilling(
  database: Pick<Database, 'query'>,
  filters: BrowseFilters,
  { near = false, client }: { near?: boolean; client?: pg.ClientBase } = {},
): Promise<Expression<SqlBool>[][]> {
  const conditions = registeredWithin(filters)
  const having = await servicosAsked(database, filters, client)
  if (having) {
    const some = await database.query(having.limit(few + 1), client)
    const theirs = having.where('s.id_cliente', '=', idOf)
    conditions.push(
      some.length > few
        ? near
          ? truth`(${theirs.limit(1)}) is not null`
          : truth`exists (${theirs})`
        : truth`${idOf} = any(${[...new Set(some.map(({ id_cliente }) => id_cliente))]}::int[])`,
    )
  }
  return filters.termo ? meanings(filters.termo).map((meaning) => [...conditions, meaning]) : [conditions]
}

const idOf = column('cliente', 'c', 'id_cliente')

/**
 * Up to this many services, the query names their customers by id, so that no walk along the list has to look for them.
 * With more services, a walk along the list soon fills every page.
 */
const few = 5_000

/** The condition on a value that is asked for; none where it is not. */
const given = <T>(value: T | null, condition: (value: T) => Expression<SqlBool>) =>
  value === null ? [] : [condition(value)]

/** The conditions for a service `s`; none when the filters ask nothing of it. */
function servicoConditions(
  { status, tecnologia, cidade }: ServicoFilters,
  pacotes: number[] | null,
  olts: number[] | null,
): Expression<SqlBool>[] {
  const servico = <N extends keyof DB['cliente_servico'] & string>(name: N) => column('cliente_servico', 's', name)
  return [
    ...given(status, (status) => eb(servico('status_prefixo'), '=', status)),
    ...given(tecnologia, (tecnologia) => eb(servico('tecnologia'), '=', tecnologia)),
    ...given(olts, (olts) => among(servico('id_equipamento_conexao'), cast(olts, 'int[]'))),
    ...given(cidade, (cidade) => eb(servico('cidade'), '=', cidade)),
    ...given(pacotes, hasPacote),
  ]
}

/** A condition for each meaning of the term: a look-up in an index of its own. */
function meanings({ codigo, telefones, telefonePrefixos, assinantes, documento, login, nome, ...termo }: Termo) {
  const text = (value: string) => cast(value, 'text')
  const oneOf = (clientes: Expression<{ id_cliente: number }>) => truth`${idOf} in ${clientes}`
  const found = [
    ...given(codigo, (codigo) => eb(column('cliente', 'c', 'codigo_cliente'), '=', codigo)),
    ...given(codigo, (codigo) => eb(idOf, '=', codigo)),
    ...(telefones.length > 0 ? [oneOf(foundBy.telefone(cast(telefones, 'text[]')))] : []),
    ...telefonePrefixos.map((inicio) => oneOf(foundBy.telefonePrefixo(text(inicio)))),
    ...assinantes.map((inicio) => oneOf(foundBy.assinante(text(inicio)))),
    ...given(termo.protocolo, (protocolo) => oneOf(foundBy.protocolo(text(protocolo)))),
    ...given(termo.endereco, ({ palavras }) => oneOf(servicosAt(tsqueryOf(palavras)))),
    ...given(documento, (inicio) => begins(column('cliente', 'c', 'cpf_cnpj'), text(inicio))),
    ...given(login, (inicio) => oneOf(foundBy.login(text(inicio)))),
    ...(nome.length > 0 ? [named(nome)] : []),
  ]
  return found.length === 0 ? [truth`false`] : found
}

const servicosAt = (tsquery: string) =>
  build
    .selectFrom('cliente_servico as s')
    .where('s.id_cliente_servico', 'in', foundBy.endereco(cast(tsquery, 'text')))
    .select('s.id_cliente')

/** Words too short for the trigram index find only names that begin with them. */
const named = (words: string[]) =>
  words.some((word) => word.length >= leastOfPalavra)
    ? havingAll(words, column('cliente', 'c', 'busca'))
    : begins(nameBeginning, cast(words.join(' ').slice(0, lettersOfName), 'text'))
