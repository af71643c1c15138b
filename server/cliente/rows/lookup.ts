import { type Compilable, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { build, cast, column, truth } from '../../database/statement.ts'
import type { Lookup } from '../rules/busca.ts'
import { foldText } from '../rules/folded.ts'
import { type ListQuery, listQueryOf } from '../rules/listQuery.ts'
import { statusPrefixoCancelado } from '../rules/situacao.ts'
import type { ClienteListParams } from '../wire/list.ts'
import { readTexts } from './joiner/texts.ts'
import { begins, havingAll } from './sought.ts'

/** Of a very common name only this many customers are looked at. */
const maxByName = 5_000

/** Customers as the list shows them, found by one field through an index: one JSON text each, at most `limit`. */
export async function lookedUpClientes(
  database: Database,
  lookup: Lookup,
  { limit, cancelado }: { limit: number; cancelado: ClienteListParams['cancelado'] },
): Promise<string[]> {
  const query = listQueryOf({ cancelado })
  return [...(await readTexts(database, await idsOf(database, lookup, query, limit), query)).values()]
}

/** Ids in the order of the answer: exact matches before longer ones, then by `id_cliente`. */
async function idsOf(database: Database, lookup: Lookup, query: ListQuery, limit: number): Promise<number[]> {
  if ('words' in lookup) return idsByName(database, lookup, limit)
  const found = await database.query(foundBy(lookup, query, limit))
  return found.map(({ id_cliente }) => id_cliente)
}

function foundBy(
  lookup: Exclude<Lookup, { words: string[] }>,
  { cancelado }: ListQuery,
  limit: number,
): Compilable<{ id_cliente: number }> {
  const clientes = build.selectFrom('cliente as c').select('c.id_cliente').limit(limit)
  const servicos = build.selectFrom('cliente_servico as s').select('s.id_cliente').limit(limit)
  switch (lookup.by) {
    case 'id_cliente':
    case 'codigo_cliente':
      return clientes.where(truth`${column('cliente', 'c', lookup.by)} = ${lookup.id}::bigint`)
    case 'id_cliente_servico':
      return servicos.where(truth`${column('cliente_servico', 's', lookup.by)} = ${lookup.id}::bigint`)
    case 'telefone':
      return build
        .selectFrom('cliente_telefone as t')
        .select('t.id_cliente')
        .where('t.chave', 'in', lookup.chaves)
        .distinct()
        .orderBy('t.id_cliente')
        .limit(limit)
    case 'cpf_cnpj':
      return clientes
        .where(begins(column('cliente', 'c', 'cpf_cnpj'), cast(lookup.beginning, 'text')))
        .orderBy(sql`length(${column('cliente', 'c', 'cpf_cnpj')})`)
        .orderBy('c.id_cliente')
    case 'login': {
      const login = column('cliente_servico', 's', 'login')
      // The database lower-cases both sides, because its lower case is not always JavaScript's.
      return (
        servicos
          .where(begins(sql`lower(${login})`, sql`lower(${lookup.beginning}::text)`))
          // An answer without the service that has the login would have another one bill. docs/decisions/0109.
          .$if(!cancelado, (shown) => shown.where('s.status_prefixo', '<>', statusPrefixoCancelado))
          .groupBy('s.id_cliente')
          .orderBy(sql`min(length(${login}))`)
          .orderBy('s.id_cliente')
      )
    }
  }
}

/** The indexed column holds both names, folded. Which of them has the words is checked here, with the same folding. */
async function idsByName({ query }: Database, { by, words }: Extract<Lookup, { words: string[] }>, limit: number) {
  const rows = await query(
    build
      .selectFrom('cliente as c')
      .select(['c.id_cliente', `c.${by} as nome`])
      .where(havingAll(words, column('cliente', 'c', 'busca')))
      .orderBy('c.id_cliente')
      .limit(maxByName),
  )
  const fits = (nome: string | null) => {
    const folded = foldText(nome ?? '')
    return words.every((word) => folded.includes(word))
  }
  const fitting = rows.filter(({ nome }) => fits(nome))
  return fitting.slice(0, limit).map(({ id_cliente }) => id_cliente)
}
