import {
  type Compilable,
  DummyDriver,
  type Expression,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryId,
  type RawBuilder,
  type RootOperationNode,
  type SelectType,
  type SqlBool,
  sql,
} from 'kysely'
import type { DB } from './generated/tables.ts'

export type { DB } from './generated/tables.ts'

const kysely = (compiler: PostgresQueryCompiler) =>
  new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => compiler,
    },
  })

/**
 * Builds queries whose text depends on what is asked for (filters, orders); `Database.query` runs them, values as
 * parameters. Table and column names are the schema's, checked by the compiler.
 */
export const build = kysely(new PostgresQueryCompiler())

/** A value that a prepared statement is given each time it runs. */
class Parameter {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * Writes constants as literals, because partial indexes and plans depend on them, and each parameter as one placeholder
 * however often it is named.
 */
class StatementCompiler extends PostgresQueryCompiler {
  readonly #places = new Map<string, number>()

  override compileQuery(node: RootOperationNode, queryId: QueryId) {
    this.#places.clear()
    return super.compileQuery(node, queryId)
  }

  protected override appendValue(value: unknown): void {
    if (!(value instanceof Parameter)) this.appendImmediateValue(value)
    else this.#appendParameter(value)
  }

  #appendParameter(parameter: Parameter): void {
    const known = this.#places.get(parameter.name)
    if (known === undefined) super.appendValue(parameter)
    else this.append(`$${known}`)
    this.#places.set(parameter.name, known ?? this.numParameters)
  }
}

/** Builds prepared statements: `statement` compiles them, once. */
export const db = kysely(new StatementCompiler())

/** Where a parameter of the statement stands. */
export type Place<P> = <K extends keyof P & string>(name: K) => RawBuilder<P[K]>

/** A statement compiled once, that each connection plans once and then runs by its name, the same in the whole program. */
export interface Statement<P, Row> {
  readonly name: string
  readonly sql: string
  /** Names of the parameters, in the order of their places. */
  readonly parameters: readonly (keyof P & string)[]
  /** For the compiler alone: what a row is. */
  readonly row?: Row
}

const taken = new Set<string>()

/**
 * `statement('ligacao_by_id', (the: Place<{ id: string }>) => db.selectFrom('ligacao')…where('id', '=', the('id')))`:
 * the rows' type follows from the query, the values' type from `Place`.
 */
export function statement<P extends object, Row>(
  name: string,
  write: (the: Place<P>) => Compilable<Row>,
): Statement<P, Row> {
  // A connection knows a statement by its name alone.
  if (taken.has(name)) throw new Error(`two statements are named ${name}`)
  taken.add(name)
  const { sql: text, parameters } = write((each) => sql`${sql.val(new Parameter(each))}`).compile()
  const names = parameters.filter((parameter) => parameter instanceof Parameter).map((parameter) => parameter.name)
  return { name, sql: text, parameters: names as (keyof P & string)[] }
}

/** What a row of the statement is. */
export type RowOf<S> = S extends Statement<infer _P, infer Row> ? Row : never

/** The column of a table that stands in the query under an alias. */
export const column = <T extends keyof DB, N extends keyof DB[T] & string>(_table: T, alias: string, name: N) =>
  sql.ref<SelectType<DB[T][N]>>(`${alias}.${name}`)

/** Several columns by name, as `jsonBuildObject` takes them: the names may come from a wire's own keys. */
export function columns<T extends keyof DB, N extends keyof DB[T] & string>(
  table: T,
  alias: string,
  names: readonly N[],
): { [K in N]: RawBuilder<SelectType<DB[T][K]>> } {
  return Object.fromEntries(names.map((name) => [name, column(table, alias, name)])) as {
    [K in N]: RawBuilder<SelectType<DB[T][K]>>
  }
}

/** A row of each as one JSON array, `[]` where there is none, in the order of the SQL expression given. */
export const jsonRows = <T>(row: Expression<T>, order?: RawBuilder<unknown>): RawBuilder<T[]> =>
  sql<T[]>`coalesce(json_agg(${row}${order ? sql` order by ${order}` : sql``}), '[]')`

/** A condition that Kysely's own operators cannot say, in parentheses of its own. */
export const truth = (strings: TemplateStringsArray, ...parts: unknown[]) =>
  sql<SqlBool>`(${sql<SqlBool>(strings, ...parts)})`
