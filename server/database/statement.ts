import {
  type Compilable,
  DummyDriver,
  type Expression,
  expressionBuilder,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  type SelectQueryBuilder,
  type SelectType,
  type SqlBool,
  sql,
} from 'kysely'
import type { EncerradaPor, EstadoLigacao, TipoEvento } from './generated/enums.ts'
import type { DB } from './generated/tables.ts'
import { Parameter, StatementCompiler } from './preparedText.ts'

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

/** Builds prepared statements: `statement` compiles them, once. */
export const db = kysely(new StatementCompiler())

/** Puts a named parameter into the query of a prepared statement. */
export type Place<P> = <K extends keyof P & string>(name: K) => RawBuilder<P[K]>

interface Text<P> {
  readonly sql: string
  /** Names of the parameters, in the order of their placeholders ($1, $2 …). */
  readonly parameters: readonly (keyof P & string)[]
}

/**
 * A prepared statement, compiled once, when it is first asked for: a start and a command need few of them. Each
 * connection plans it once and runs it by its name, unique in the program.
 */
export interface Statement<P, Row> extends Text<P> {
  readonly name: string
  /** Never set: it carries the type of a row for the compiler. */
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
  let compiled: Text<P> | undefined
  const text = () => {
    compiled ??= textOf(write)
    return compiled
  }
  return {
    name,
    get sql() {
      return text().sql
    },
    get parameters() {
      return text().parameters
    },
  }
}

function textOf<P extends object>(write: (the: Place<P>) => Compilable): Text<P> {
  const names = new Map<unknown, keyof P & string>()
  const { sql: text, parameters } = write((each) => {
    const parameter = new Parameter(each)
    names.set(parameter, each)
    return sql`${sql.val(parameter)}`
  }).compile()
  return { sql: text, parameters: parameters.flatMap((parameter) => names.get(parameter) ?? []) }
}

/** The type of the statement's rows. */
export type RowOf<S> = S extends Statement<infer _P, infer Row> ? Row : never

/** A column of a table that has an alias in the query. */
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

/** Kysely's expression builder outside of a query, for conditions and functions of what `column` returns. */
export const eb = expressionBuilder<DB, never>()

/** The TypeScript type of each PostgreSQL type. */
interface PgTypes {
  int: number
  bigint: string | number
  float8: number
  bool: boolean
  text: string
  uuid: string
  date: string
  timestamptz: Date
  json: unknown
  jsonb: unknown
  inet: string
  'int[]': number[]
  'text[]': string[]
  'uuid[]': string[]
  '"EstadoLigacao"': EstadoLigacao
  '"EncerradaPor"': EncerradaPor
  '"TipoEvento"': TipoEvento
}

/** Casts the value to that type of PostgreSQL. */
export const cast = <T, P extends keyof PgTypes>(value: Expression<T> | T, type: P) =>
  sql<PgTypes[P] | Extract<T, null>>`${value}::${sql.raw(type)}`

/** The number of rows, as an `int`. */
export const count = cast(eb.fn.countAll(), 'int')

/** One value where the condition holds, and the other elsewhere. */
export const choose = <Y, N>(condition: Expression<SqlBool>, yes: Expression<Y>, no: Expression<N>) =>
  sql<Y | N>`case when ${condition} then ${yes} else ${no} end`

/** The value where the condition holds, null elsewhere. */
export const when = <T>(condition: Expression<SqlBool>, value: Expression<T>) =>
  sql<T | null>`case when ${condition} then ${value} end`

/** `ms` milliseconds before the instant. */
export const before = <T extends Date | null>(instant: Expression<T>, ms: number) =>
  sql<T>`${instant} - ${sql.lit(`${ms} milliseconds`)}::interval`

/** `ms` milliseconds after the instant. */
export const after = <T extends Date | null>(instant: Expression<T>, ms: number) =>
  sql<T>`${instant} + ${sql.lit(`${ms} milliseconds`)}::interval`

/** Before every instant. */
export const never = sql<Date>`'-infinity'`

/** After every instant. */
export const ever = sql<Date>`'infinity'`

/** The values of a query of one column, as an array. */
export const arrayOf = <D, T extends keyof D, O>(query: SelectQueryBuilder<D, T, O>) => sql<O[keyof O][]>`array${query}`

/** Whether the value is in the array. */
export const among = <T>(value: Expression<T | null>, array: Expression<T[]>) => sql<SqlBool>`${value} = any(${array})`

/** The condition on a value that is asked for; where none is, every row fulfils it. */
export const ifGiven = <T>(value: T | null | undefined, condition: (value: T) => Expression<SqlBool>) =>
  value === null || value === undefined ? sql.lit(true) : condition(value)

/** Whether the query finds no row. */
export const none = (query: Expression<unknown>) => eb.not(eb.exists(query))

/** The values as a table with the column `name`, and their positions from 1 in the column `place` if that is given. */
export const unnest = <
  P extends 'int[]' | 'text[]' | 'uuid[]',
  A extends string,
  N extends string,
  O extends string = never,
>(
  values: Expression<PgTypes[P]> | PgTypes[P],
  type: P,
  alias: A,
  name: N,
  place?: O,
) => {
  const names = place === undefined ? [name] : [name, place]
  return sql<{ [K in N]: PgTypes[P][number] } & { [K in O]: number }>`unnest(${values}::${sql.raw(type)})${
    place === undefined ? sql`` : sql` with ordinality`
  }`.as<A>(sql`${sql.ref(alias)} (${sql.join(names.map((each) => sql.ref(each)))})`)
}

/**
 * The ids, hidden so that the planner does not see how many they are. If it saw that, it would find another plan best
 * each time and plan every run anew, which takes longer than the run itself.
 */
export const unseen = (ids: Expression<number[]>) =>
  arrayOf(db.selectFrom(unnest(ids, 'int[]', 'v', 'id')).select('v.id'))

/** All rows of these queries as a table, each with its own order and limit. */
export const unionAll = <Row, A extends string>(parts: readonly Expression<Row>[], alias: A) =>
  sql<Row>`(${sql.join(parts, sql` union all `)})`.as<A>(sql.ref(alias))

/** The rows of these queries as a table, each row once. */
export const union = <Row, A extends string>(parts: readonly Expression<Row>[], alias: A) =>
  sql<Row>`(${sql.join(parts, sql` union `)})`.as<A>(sql.ref(alias))

/** An object with `of(name)` under each name. */
export const byName = <N extends string, V>(names: readonly N[], of: (name: N) => V) =>
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<N, V>

/** A JSON array of objects as a table, with columns of those names and types. */
export const jsonTable = <Row, A extends string>(
  json: Expression<string>,
  alias: A,
  types: {
    [K in keyof Row & string]: { [P in keyof PgTypes]: Row[K] extends PgTypes[P] | null ? P : never }[keyof PgTypes]
  },
) => {
  const columns = Object.entries<string>(types).map(([name, type]) => sql`${sql.ref(name)} ${sql.raw(type)}`)
  return sql<Row>`json_to_recordset(${json}::json)`.as<A>(sql`${sql.ref(alias)} (${sql.join(columns)})`)
}

/** The texts of a JSON array, as a table of one column. */
export const jsonTexts = <A extends string, N extends string>(json: Expression<unknown>, alias: A, name: N) =>
  sql<{ [K in N]: string }>`json_array_elements_text(${json})`.as<A>(sql`${sql.ref(alias)} (${sql.ref(name)})`)

/** The ids of a JSON array. */
export const idsIn = (json: Expression<string>) =>
  db.selectFrom(jsonTexts(cast(json, 'json'), 'i', 'id')).select(({ ref }) => cast(ref('i.id'), 'uuid').as('id'))

/** The rows of a group as one JSON array in that order; `[]` where there is none. */
export const jsonRows = <T>(row: Expression<T>, ...order: Expression<unknown>[]): RawBuilder<T[]> =>
  sql<T[]>`coalesce(json_agg(${row}${order.length > 0 ? sql` order by ${sql.join(order)}` : sql``}), '[]')`

/** A condition that Kysely's own operators cannot express, written as SQL and put in parentheses. */
export const truth = (strings: TemplateStringsArray, ...parts: unknown[]) =>
  sql<SqlBool>`(${sql<SqlBool>(strings, ...parts)})`
