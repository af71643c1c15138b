import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { column, db, type Place, statement, truth } from '../../database/statement.ts'
import type { Termo } from '../rules/busca.ts'
import type { ClienteResumo } from '../wire/resumo.ts'
import { activeFirst, clienteResumoJson, presentClienteResumo } from './resumo.ts'

const maxClientes = 20
/** Of a very common name only so many are looked at for the order: the agent types on. */
const maxByName = 200

/** A branch whose values are null or empty finds nothing. */
interface Sought extends Pick<Termo, 'codigo' | 'telefones' | 'telefonePrefixos' | 'documento' | 'login'> {
  /** Beginning of the name. */
  inicio: string | null
  /** Words of the name as LIKE patterns: as many as are looked up in the trigram index, and all of them. */
  palavra_1: string | null
  palavra_2: string | null
  palavra_3: string | null
  palavras: string[]
}

/** A text as it stands within a LIKE pattern. */
const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

export const beginning = (text: string) => `${escapeLike(text)}%`
export const containing = (text: string) => `%${escapeLike(text)}%`

/** Comes after every text that begins with what stands before it, in the order of `text_pattern_ops` (by bytes). */
const lastCharacter = '\u{10FFFF}'

/**
 * Beginnings are ranges, not LIKE: the statement is planned once for all terms, and only a range of unknown texts can use
 * an index then. `~>=~` and `~<~` are the byte order of `text_pattern_ops`.
 */
const begins = (text: unknown, beginning: unknown) =>
  truth`${text} ~>=~ ${beginning} and ${text} ~<~ (${beginning} || ${sql.lit(lastCharacter)})`

const ordem = (place: number) => sql<number>`${sql.lit(place)}`.as('ordem')
const nameBeginning = sql`left(${column('cliente', 'c', 'busca')}, 60)`

/**
 * Every branch is one index look-up with its own limit, so that the time does not grow with the number of customers.
 * `nomes` is materialized so that its limit does not lead the planner past the trigram index.
 */
const searchStatement = statement('cliente_search', (the: Place<Sought>) =>
  db
    .with(
      (cte) => cte('nomes').materialized(),
      (of) =>
        of
          .selectFrom('cliente as c')
          .select('c.id_cliente')
          .where('c.busca', 'like', the('palavra_1'))
          .where('c.busca', 'like', the('palavra_2'))
          .where('c.busca', 'like', the('palavra_3'))
          .where(truth`${column('cliente', 'c', 'busca')} like all (${the('palavras')}::text[])`),
    )
    .with('achados', (of) =>
      of
        .selectFrom('cliente as c')
        .where('c.codigo_cliente', '=', sql<number>`${the('codigo')}::int`)
        .select(['c.id_cliente', ordem(0)])
        .unionAll(
          of
            .selectFrom('cliente as c')
            .where('c.id_cliente', '=', sql<number>`${the('codigo')}::int`)
            .select(['c.id_cliente', ordem(0)]),
        )
        .unionAll(
          of
            .selectFrom('cliente_telefone as t')
            .where(truth`${column('cliente_telefone', 't', 'chave')} = any(${the('telefones')}::text[])`)
            .select(['t.id_cliente', ordem(1)]),
        )
        .unionAll(
          of
            .selectFrom(sql<{ inicio: string }>`unnest(${the('telefonePrefixos')}::text[])`.as<'p'>(sql`p (inicio)`))
            .innerJoinLateral(
              (each) =>
                each
                  .selectFrom('cliente_telefone as t')
                  .where(begins(column('cliente_telefone', 't', 'chave'), sql.ref('p.inicio')))
                  .select('t.id_cliente')
                  .limit(maxClientes)
                  .as('t'),
              (join) => join.onTrue(),
            )
            .select(['t.id_cliente', ordem(2)]),
        )
        .unionAll((each) =>
          each.parens(
            of
              .selectFrom('cliente as c')
              .where(begins(column('cliente', 'c', 'cpf_cnpj'), sql`${the('documento')}::text`))
              .select(['c.id_cliente', ordem(2)])
              .limit(maxClientes),
          ),
        )
        .unionAll((each) =>
          each.parens(
            of
              .selectFrom('cliente_servico as s')
              .where(begins(sql`lower(${column('cliente_servico', 's', 'login')})`, sql`${the('login')}::text`))
              .select(['s.id_cliente', ordem(3)])
              .limit(maxClientes),
          ),
        )
        .unionAll((each) =>
          each.parens(
            of
              .selectFrom('cliente as c')
              .where(begins(nameBeginning, sql`${the('inicio')}::text`))
              .select(['c.id_cliente', ordem(4)])
              .orderBy(sql`${nameBeginning} using ~<~`)
              .limit(maxClientes),
          ),
        )
        .unionAll((each) =>
          each.parens(
            of
              .selectFrom('nomes')
              .select(['nomes.id_cliente', ordem(5)])
              .limit(maxByName),
          ),
        ),
    )
    .with('melhores', (of) =>
      of
        .selectFrom('achados')
        .select(({ fn }) => ['id_cliente', fn.min('ordem').as('ordem')])
        .groupBy('id_cliente'),
    )
    .with('primeiros', (of) =>
      of
        .selectFrom('melhores as m')
        .innerJoin('cliente as c', 'c.id_cliente', 'm.id_cliente')
        .select('c.id_cliente')
        .select(sql<number>`row_number() over (order by ${sql.ref('m.ordem')}, ${activeFirst})`.as('lugar'))
        .orderBy('lugar')
        .limit(maxClientes),
    )
    .selectFrom('primeiros as p')
    .innerJoin('cliente as c', 'c.id_cliente', 'p.id_cliente')
    .select(clienteResumoJson.as('resumo'))
    .orderBy('p.lugar'),
)

/** At most 20 customers, best first: code, telephone, document, login, beginning of the name, name. */
export async function meantClientes({ run }: Pick<Database, 'run'>, termo: Termo): Promise<ClienteResumo[]> {
  const rows = await run(searchStatement, soughtOf(termo))
  return rows.map(({ resumo }) => presentClienteResumo(resumo))
}

function soughtOf({ nome, ...termo }: Termo): Sought {
  const inicio = nome.join(' ').slice(0, 60)
  // A word of fewer than three letters has no trigram: alone it searches only beginnings of names.
  const long = nome.filter((word) => word.length >= 3).sort((one, other) => other.length - one.length)
  const [longest = null, second = longest, third = longest] = long.map(containing)
  return {
    ...termo,
    inicio: inicio === '' ? null : inicio,
    palavra_1: longest,
    palavra_2: second,
    palavra_3: third,
    palavras: nome.map(containing),
  }
}
