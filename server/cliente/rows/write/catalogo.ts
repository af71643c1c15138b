import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../../database/database.ts'
import { cast, column, type DB, db, type Place, type Statement, statement, truth } from '../../../database/statement.ts'
import type { Equipamento, Interface } from '../../wire/cliente.ts'
import type { ExportedCliente } from '../../wire/import.ts'

/** Ids of the interfaces and equipment that records name by their content. */
export type CatalogoIds = {
  interface: (item: Interface | null) => number | null
  equipamento: (item: Equipamento | null) => number | null
}

/**
 * Interfaces and equipment of one import: each is looked up or inserted once. Of no use any more when a transaction that
 * it was asked in fails: the ids of that transaction may be nobody's.
 */
export class Catalogo {
  readonly #interfaces = new Shelf<Interface>(interfaces, ({ nome, tipo, called_sid }) => [nome, tipo, called_sid])
  readonly #equipamentos = new Shelf<Equipamento>(equipamentos, ({ nome, ipv4, ipv6 }) => [nome, ipv4, ipv6])

  async resolve(database: Database, client: pg.ClientBase, records: ExportedCliente[]): Promise<CatalogoIds> {
    const servicos = records.flatMap((record) => record.servicos)
    const named = servicos.flatMap((servico) => [servico.interface, servico.interface_roteamento])
    const used = servicos.flatMap((servico) => [servico.equipamento_conexao, servico.equipamento_roteamento])
    return {
      interface: await this.#interfaces.resolve(database, client, named),
      equipamento: await this.#equipamentos.resolve(database, client, used),
    }
  }
}

/** The ids of interfaces or of equipment, by content. */
class Shelf<Item> {
  readonly #statements: ShelfStatements
  readonly #contentOf: (item: Item) => unknown[]
  readonly #known = new Map<string, number>()

  constructor(statements: ShelfStatements, contentOf: (item: Item) => unknown[]) {
    this.#statements = statements
    this.#contentOf = contentOf
  }

  async resolve({ run }: Database, client: pg.ClientBase, items: (Item | null)[]) {
    const keys = new Map<Item, string>()
    const wanted = new Map<string, Item>()
    for (const item of items) {
      if (!item) continue
      const key = JSON.stringify(this.#contentOf(item))
      keys.set(item, key)
      if (!this.#known.has(key)) wanted.set(key, item)
    }
    if (wanted.size > 0) {
      const given = { items: JSON.stringify([...wanted.values()]) }
      await run(this.#statements.insert, given, client)
      const places = [...wanted.keys()]
      for (const { place, id } of await run(this.#statements.find, given, client)) {
        const key = places[place - 1]
        if (key !== undefined) this.#known.set(key, id)
      }
    }
    return (item: Item | null) => {
      const key = item && keys.get(item)
      return key ? (this.#known.get(key) ?? null) : null
    }
  }
}

type Given = { items: string }
type ShelfStatements = { insert: Statement<Given, unknown>; find: Statement<Given, { place: number; id: number }> }

const interfaces = statementsFor('interface', 'id_interface', ['nome', 'tipo'], 'called_sid')
const equipamentos = statementsFor('equipamento', 'id_equipamento', ['nome', 'ipv4'], 'ipv6')

/** `find` gives the id of each item with its place among the given items, from 1. The column `nullable` may be null. */
function statementsFor<T extends 'interface' | 'equipamento', C extends keyof DB[T] & string>(
  table: T,
  id: C,
  names: readonly C[],
  nullable: C,
): ShelfStatements {
  const given = (the: Place<Given>) => sql`json_populate_recordset(null::${sql.table(table)}, ${the('items')}::json)`
  const columns = [...names, nullable]
  const content = (row: string) =>
    // The same expression as in the unique index.
    sql`(${sql.join(names.map((name) => sql.ref(`${row}.${name}`)))}, coalesce(${sql.ref(`${row}.${nullable}`)}, E'\\x01'))`
  return {
    insert: statement(`${table}_insert`, (the: Place<Given>) =>
      db
        .insertInto(table)
        .columns(columns)
        .expression(
          db.selectFrom(given(the).as<'g'>(sql`g`)).select(columns.map((name) => sql.ref(`g.${name}`).as(name))),
        )
        .onConflict((on) => on.doNothing()),
    ),
    find: statement(`${table}_find`, (the: Place<Given>) =>
      db
        .selectFrom([sql`${given(the)} with ordinality`.as<'g'>(sql`g`), sql`${sql.table(table)}`.as<'t'>(sql`t`)])
        .select([cast(sql.ref('g.ordinality'), 'int').as('place'), sql<number>`${column(table, 't', id)}`.as('id')])
        .where(truth`${content('t')} = ${content('g')}`),
    ),
  }
}
