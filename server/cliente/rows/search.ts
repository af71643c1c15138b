import { type Expression, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import {
  cast,
  choose,
  column,
  db,
  eb,
  type Place,
  statement,
  truth,
  unionAll,
  unnest,
} from '../../database/statement.ts'
import type { Termo } from '../rules/busca.ts'
import type { ClienteResumo } from '../wire/resumo.ts'
import { activeFirst, clienteResumoJson, presentClienteResumo } from './resumo.ts'
import { begins, foundBy, nameBeginning, type Sought, soughtOf } from './sought.ts'

const maxClientes = 20
/** Of a very common name only this many customers are put in order, because the agent types on. */
const maxByName = 200
/** Beyond this number nobody reads on, and counting would take as long as reading. */
export const maxCounted = 1_000

/** The meanings in the order in which they are offered. */
const lugares = {
  codigo: 0,
  telefone: 1,
  inicioTelefone: 2,
  assinante: 3,
  login: 4,
  inicio: 5,
  nome: 6,
  endereco: 7,
} as const

interface Limits {
  each: number
  byName: number
}

/**
 * All customers found, with the place of the meaning that found them, once per meaning. Every branch is one index
 * look-up with its own limit, so that the time does not grow with the number of customers. `nomes` and `enderecos` are
 * materialized so that their limit does not lead the planner past their index.
 */
const achados = (the: Place<Sought>, { each: limit, byName }: Limits) => {
  const ordem = (place: keyof typeof lugares) => sql.lit<number>(lugares[place]).as('ordem')
  /** Beginnings of telephones, each looked up by itself. */
  const begun = (beginnings: Expression<string[]>, found: typeof foundBy.assinante, place: keyof typeof lugares) =>
    db
      .selectFrom(unnest(beginnings, 'text[]', 'p', 'inicio'))
      .innerJoinLateral(
        ({ ref }) => found(ref('p.inicio')).limit(limit).as('t'),
        (join) => join.onTrue(),
      )
      .select(['t.id_cliente', ordem(place)])
  return db
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
    .with(
      (cte) => cte('enderecos').materialized(),
      () =>
        // Where no address is asked for, nothing is looked up at all.
        foundBy.endereco(cast(the('endereco'), 'text')).where(truth`${the('endereco')}::text is not null`),
    )
    .with('achados', (of) => {
      const clientes = of.selectFrom('cliente as c')
      const parts = [
        clientes.where('c.codigo_cliente', '=', cast(the('codigo'), 'int')).select(['c.id_cliente', ordem('codigo')]),
        clientes.where('c.id_cliente', '=', cast(the('codigo'), 'int')).select(['c.id_cliente', ordem('codigo')]),
        foundBy.protocolo(cast(the('protocolo'), 'text')).select(ordem('codigo')),
        foundBy.telefone(cast(the('telefones'), 'text[]')).select(ordem('telefone')),
        begun(the('telefonePrefixos'), foundBy.telefonePrefixo, 'inicioTelefone'),
        begun(the('assinantes'), foundBy.assinante, 'assinante'),
        clientes
          .where(begins(column('cliente', 'c', 'cpf_cnpj'), sql`${the('documento')}::text`))
          .select(['c.id_cliente', ordem('inicioTelefone')])
          .limit(limit),
        foundBy
          .login(cast(the('login'), 'text'))
          .select(ordem('login'))
          .limit(limit),
        clientes
          .where(begins(nameBeginning, sql`${the('inicio')}::text`))
          .select(['c.id_cliente', ordem('inicio')])
          .orderBy(sql`${nameBeginning} using ~<~`)
          .limit(byName),
        of
          .selectFrom('nomes')
          .select(['nomes.id_cliente', ordem('nome')])
          .limit(byName),
        of
          .selectFrom('enderecos as e')
          .innerJoin('cliente_servico as s', 's.id_cliente_servico', 'e.id_cliente_servico')
          .select(['s.id_cliente', ordem('endereco')])
          .limit(byName),
      ]
      return of.selectFrom(unionAll<{ id_cliente: number; ordem: number }, 'p'>(parts, 'p')).selectAll('p')
    })
}

/** The first customers, and whether there may be more (`cheio`): a branch that reached its limit may have left some out. */
const searchStatement = statement('cliente_search', (the: Place<Sought>) =>
  achados(the, { each: maxClientes, byName: maxByName })
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
        .select(({ fn }) =>
          fn
            .agg<number>('row_number')
            .over((over) => over.orderBy('m.ordem').orderBy(activeFirst))
            .as('lugar'),
        )
        .select(cast(eb.fn.countAll().over(), 'int').as('achados'))
        .orderBy('lugar')
        .limit(maxClientes),
    )
    .selectFrom('primeiros as p')
    .innerJoin('cliente as c', 'c.id_cliente', 'p.id_cliente')
    .select([clienteResumoJson.as('resumo'), 'p.achados'])
    .select((each) =>
      each
        .exists(
          each
            .selectFrom('achados as x')
            .select('x.ordem')
            .groupBy('x.ordem')
            .having(({ eb, fn }) => {
              const byName = eb('x.ordem', '>=', lugares.inicio)
              return eb(fn.countAll(), '>=', choose(byName, sql.lit(maxByName), sql.lit(maxClientes)))
            }),
        )
        .as('cheio'),
    )
    .orderBy('p.lugar'),
)

const countStatement = statement('cliente_search_count', (the: Place<Sought>) =>
  achados(the, { each: maxCounted + 1, byName: maxCounted + 1 })
    .selectFrom('achados as x')
    .select(({ fn }) => cast(fn.count('x.id_cliente').distinct(), 'int').as('total')),
)

/**
 * At most 20 customers, best first: code or protocol, telephone, document, login, beginning of the name, name, address;
 * among equals as `situacoesPorOferta` says. `total` is how many there are, null where that was not counted.
 */
export async function meantClientes(
  { run }: Pick<Database, 'run'>,
  termo: Termo,
): Promise<{ clientes: ClienteResumo[]; total: number | null }> {
  const rows = await run(searchStatement, soughtOf(termo))
  const [first] = rows
  return {
    clientes: rows.map(({ resumo }) => presentClienteResumo(resumo)),
    total: first?.cheio ? null : (first?.achados ?? 0),
  }
}

/** How many customers are meant: exact up to `maxCounted`, and `maxCounted` + 1 when there are more. */
export async function countMeant({ run }: Pick<Database, 'run'>, termo: Termo): Promise<number> {
  const [row] = await run(countStatement, soughtOf(termo))
  return Math.min(row?.total ?? 0, maxCounted + 1)
}
