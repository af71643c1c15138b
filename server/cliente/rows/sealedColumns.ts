import { sql } from 'kysely'
import { build } from '../../database/statement.ts'

export const sealedTables = ['cliente_servico', 'cliente_servico_senha'] as const
export type SealedTable = (typeof sealedTables)[number]

/**
 * The names of the sealed columns, by table. A text is bound to the name and, behind a colon, to its row's id, and
 * opens nowhere else. A name must never change, because the texts already sealed are bound to it. docs/decisions/0057.
 */
export const sealedColumns = {
  cliente_servico: 'cliente_servico.senha',
  cliente_servico_senha: 'cliente_servico_senha.senha',
} as const satisfies Record<SealedTable, string>

/** The place of a row's text: what the sealed text is bound to. */
export const placeOf = (table: SealedTable, id: number) => `${sealedColumns[table]}:${id}`

const keyColumn = {
  cliente_servico: 'id_cliente_servico',
  cliente_servico_senha: 'id_cliente_servico_senha',
} as const

/** The texts of the table after the id `after`, in the order of their ids. */
export function textsAfter(table: SealedTable, after: number, most: number) {
  const id = sql.ref<number>(keyColumn[table])
  return build
    .selectFrom(table)
    .select([id.as('id'), 'senha_cifrada as text'])
    .where(id, '>', after)
    .orderBy(id)
    .limit(most)
}

/** An update of the rows of these ids; the text given for a row stands beside it as `r.text`. */
export function updateOf(table: SealedTable, given: readonly { id: number; text: string }[]) {
  const [ids, texts] = [given.map(({ id }) => id), given.map(({ text }) => text)]
  const rows = sql<{ id: number; text: string }>`unnest(${ids}::int[], ${texts}::text[])`
  return build
    .updateTable(table)
    .from(rows.as<'r'>(sql`r (id, text)`))
    .where(sql.ref(`${table}.${keyColumn[table]}`), '=', sql.ref('r.id'))
}
