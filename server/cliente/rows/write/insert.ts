import { type InsertType, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { z } from 'zod'
import type { Database } from '../../../database/database.ts'
import { build, type DB, db, type Place, statement } from '../../../database/statement.ts'
import {
  enderecoSchema,
  grupoSchema,
  pacoteSchema,
  portaAtendimentoSchema,
  senhaSchema,
  servicoCampos,
  statusConexaoSchema,
} from '../../wire/cliente.ts'
import { type ExportedCliente, exportedClienteSchema } from '../../wire/import.ts'

/** Tables whose rows hang on a service and are replaced with it. */
const servicoTables = [
  'cliente_servico_pacote',
  'cliente_servico_grupo',
  'cliente_servico_senha',
  'endereco',
  'porta_atendimento',
  'status_conexao',
] as const

type Table = 'pacote' | 'grupo' | 'cliente' | 'cliente_telefone' | 'cliente_servico' | (typeof servicoTables)[number]

/** New rows by table, each with every column. */
export type Rows = {
  [T in Table]: { [C in keyof DB[T]]: Exclude<InsertType<DB[T][C]>, undefined> }[]
}

type Columns<T extends Table, C> = readonly C[] &
  ([keyof DB[T]] extends [C] ? unknown : { missing: Exclude<keyof DB[T], C> })

/**
 * The tables in the order in which they refer to each other, each with the columns that the wire gives and its own: one
 * that is missing or misspelt does not compile. All in one statement, so that the database is busy with a whole batch
 * while the next one is made.
 */
const inserts = statement('cliente_write', (the: Place<Record<Table, string>>) => {
  const { coordenadas, ...endereco } = enderecoSchema.shape
  return db
    .with('new_pacote', () => upsert(the, 'pacote', pacoteSchema.keyof().options, 'id_pacote'))
    .with('new_grupo', () => upsert(the, 'grupo', grupoSchema.keyof().options, 'id'))
    .with('new_cliente', () => {
      const given = exportedClienteSchema.omit({ servicos: true }).keyof().options
      return upsert(the, 'cliente', [...given, 'busca'], 'id_cliente')
    })
    .with('new_telefone', () => insert(the, 'cliente_telefone', ['chave', 'id_cliente']))
    .with('new_servico', () => {
      const shared = ['id_interface', 'id_interface_roteamento'] as const
      const equipment = ['id_equipamento_conexao', 'id_equipamento_roteamento'] as const
      const given = z.object(servicoCampos).omit({ senha: true }).keyof().options
      const columns = [...given, 'senha_cifrada', 'id_cliente', 'cidade', ...shared, ...equipment] as const
      return upsert(the, 'cliente_servico', columns, 'id_cliente_servico')
    })
    .with('new_pacotes', () => insert(the, 'cliente_servico_pacote', ['id_cliente_servico', 'ordem', 'id_pacote']))
    .with('new_grupos', () => insert(the, 'cliente_servico_grupo', ['id_cliente_servico', 'ordem', 'id_grupo']))
    .with('new_senha', () =>
      insert(the, 'cliente_servico_senha', [
        'id_cliente_servico',
        ...senhaSchema.omit({ senha: true }).keyof().options,
        'senha_cifrada',
      ]),
    )
    .with('new_endereco', () => {
      const columns = [...z.object(endereco).keyof().options, ...coordenadas.keyof().options] as const
      return insert(the, 'endereco', ['id_cliente_servico', 'tipo', ...columns, 'busca'])
    })
    .with('new_porta', () =>
      insert(the, 'porta_atendimento', ['id_cliente_servico', ...portaAtendimentoSchema.keyof().options]),
    )
    .with('new_status', () =>
      insert(the, 'status_conexao', ['id_cliente_servico', ...statusConexaoSchema.keyof().options]),
    )
    .selectNoFrom([])
})

/** Names of the tables that an import fills. */
export const clienteTables: readonly Table[] = inserts.parameters

/** The table's own type says what each value of the JSON rows is. */
function insert<T extends Table, C extends keyof DB[T] & string>(
  the: Place<Record<Table, string>>,
  table: T,
  columns: Columns<T, C>,
) {
  const rows = sql`json_populate_recordset(null::${sql.table(table)}, ${the(table)}::json)`.as<'r'>(sql`r`)
  const values = columns.map((name) => sql.ref(`r.${name}`).as(name))
  return db.insertInto(table).columns(columns).expression(db.selectFrom(rows).select(values))
}

/** Rows whose key is there already are brought up to date, and left alone when they are the same. */
function upsert<T extends Table, C extends keyof DB[T] & string>(
  the: Place<Record<Table, string>>,
  table: T,
  columns: Columns<T, C>,
  key: NoInfer<C>,
) {
  const rest = columns.filter((name) => name !== key)
  const of = (row: string) => sql.join(rest.map((name) => sql.ref(`${row}.${name}`)))
  const set = sql.join(rest.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))
  const insertion = insert(the, table, columns)
  const written: RawBuilder<Record<string, unknown>> = sql`(${insertion} on conflict (${sql.ref(key)})
    do update set ${set} where (${of(table)}) is distinct from (${of('excluded')}))`
  return written
}

/** Writes rows into their tables; those of the service tables must be new. */
export async function insertRows(client: pg.ClientBase, rows: Rows): Promise<void> {
  const { name, sql: text, parameters } = inserts
  await client.query({ name, text, values: parameters.map((table) => JSON.stringify(rows[table])) })
}

/** Removes what hangs on these customers. Services that stay keep their row: billing events point at it. */
export async function clearClientes({ query }: Database, client: pg.ClientBase, stale: ExportedCliente[]) {
  const ids = sql.val(stale.map((record) => record.id_cliente))
  const kept = sql.val(stale.flatMap((record) => record.servicos.map((servico) => servico.id_cliente_servico)))
  await query(
    build.deleteFrom('cliente_telefone').where('id_cliente', '=', ({ fn }) => fn.any(ids)),
    client,
  )
  await query(
    build
      .deleteFrom('cliente_servico')
      .where('id_cliente', '=', ({ fn }) => fn.any(ids))
      .where(({ not, fn, ...each }) => not(each.eb('id_cliente_servico', '=', fn.any(kept)))),
    client,
  )
  for (const table of servicoTables)
    await query(
      build.deleteFrom(table).where('id_cliente_servico', '=', ({ fn }) => fn.any(kept)),
      client,
    )
}
