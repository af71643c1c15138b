import { finished } from 'node:stream/promises'
import { type InsertType, type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import * as z from 'zod'
import type { Database } from '../../../database/database.ts'
import { build, type DB, db, type Place, type Statement, statement } from '../../../database/statement.ts'
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
export const servicoTables = [
  'cliente_servico_pacote',
  'cliente_servico_grupo',
  'cliente_servico_senha',
  'endereco',
  'porta_atendimento',
  'status_conexao',
] as const

type Kept = 'pacote' | 'grupo' | 'cliente' | 'cliente_servico'
type Hanging = 'cliente_telefone' | (typeof servicoTables)[number]

/** New rows by table, each with every column. */
type Rows<Table extends Kept | Hanging> = {
  [T in Table]: { [C in keyof DB[T]]: Exclude<InsertType<DB[T][C]>, undefined> }[]
}
export type ClienteRows = Rows<Exclude<Kept, 'cliente_servico'>>
export type ServicoRows = Rows<'cliente_servico'>
export type HangingRows = Rows<Hanging>

type Columns<T extends Kept | Hanging, C> = readonly C[] &
  ([keyof DB[T]] extends [C] ? unknown : { missing: Exclude<keyof DB[T], C> })

/** Rows that have a key of their own and may exist already: packages, groups and customers, and then services. */
const upserts = {
  clientes: statement('cliente_write', (the: Place<Record<keyof ClienteRows, string>>) =>
    db
      .with('new_pacote', () => upsert(the, 'pacote', pacoteSchema.keyof().options, 'id_pacote'))
      .with('new_grupo', () => upsert(the, 'grupo', grupoSchema.keyof().options, 'id'))
      .with('new_cliente', () => {
        const given = exportedClienteSchema.omit({ servicos: true }).keyof().options
        return upsert(the, 'cliente', [...given, 'busca'], 'id_cliente')
      })
      .selectNoFrom([]),
  ),
  servicos: statement('cliente_servico_write', (the: Place<Record<keyof ServicoRows, string>>) =>
    db
      .with('new_servico', () => {
        const shared = ['id_interface', 'id_interface_roteamento'] as const
        const equipment = ['id_equipamento_conexao', 'id_equipamento_roteamento'] as const
        const given = z.object(servicoCampos).omit({ senha: true }).keyof().options
        const columns = [...given, 'senha_cifrada', 'id_cliente', 'cidade', ...shared, ...equipment] as const
        return upsert(the, 'cliente_servico', columns, 'id_cliente_servico')
      })
      .selectNoFrom([]),
  ),
}

/** Updates rows whose key exists already, but leaves equal rows alone. */
function upsert<T extends Kept, C extends keyof DB[T] & string>(
  the: Place<Record<T, string>>,
  table: T,
  columns: Columns<T, C>,
  key: NoInfer<C>,
) {
  const rest = columns.filter((name) => name !== key)
  const of = (row: string) => sql.join(rest.map((name) => sql.ref(`${row}.${name}`)))
  const set = sql.join(rest.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))
  // The table's own type says what each value of the JSON rows is.
  const rows = sql`json_populate_recordset(null::${sql.table(table)}, ${the(table)}::json)`.as<'r'>(sql`r`)
  const values = columns.map((name) => sql.ref(`r.${name}`).as(name))
  const insertion = db.insertInto(table).columns(columns).expression(db.selectFrom(rows).select(values))
  const written: RawBuilder<Record<string, unknown>> = sql`(${insertion} on conflict (${sql.ref(key)})
    do update set ${set} where (${of(table)}) is distinct from (${of('excluded')}))`
  return written
}

const { coordenadas, ...local } = enderecoSchema.shape
const ofServico = ['id_cliente_servico'] as const

/** Rows that are always new are sent by COPY: PostgreSQL takes such a row in a third of the time of a row in JSON. */
const copies = [
  copyOf('cliente_telefone', ['chave', 'id_cliente']),
  copyOf('cliente_servico_pacote', [...ofServico, 'ordem', 'id_pacote']),
  copyOf('cliente_servico_grupo', [...ofServico, 'ordem', 'id_grupo']),
  copyOf('cliente_servico_senha', [
    ...ofServico,
    ...senhaSchema.omit({ senha: true }).keyof().options,
    'senha_cifrada',
  ]),
  copyOf('endereco', [
    ...ofServico,
    'tipo',
    ...z.object(local).keyof().options,
    ...coordenadas.keyof().options,
    'busca',
  ]),
  copyOf('porta_atendimento', [...ofServico, ...portaAtendimentoSchema.keyof().options]),
  copyOf('status_conexao', [...ofServico, ...statusConexaoSchema.keyof().options]),
]

/** The table's COPY, and its rows as lines of COPY's text format. */
function copyOf<T extends Hanging, C extends keyof DB[T] & string>(table: T, columns: Columns<T, C>) {
  const names = sql.join(columns.map((name) => sql.ref(name)))
  const { sql: text } = sql`copy ${sql.table(table)} (${names}) from stdin`.compile(db)
  return {
    text,
    linesOf: (rows: HangingRows) => rows[table].map((row) => columns.map((name) => cell(row[name])).join('\t')),
  }
}

const special = /[\\\n\r\t]/
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function cell(value: unknown): string {
  if (value === null) return '\\N'
  const text = String(value)
  return special.test(text) ? text.replace(/[\\\n\r\t]/g, (each) => escapes[each] ?? each) : text
}

/**
 * Writes rows into their tables; rows that hang on a customer or a service must be new. The rows of one step are made
 * while the database takes those of the step before.
 */
export async function insertRows(
  client: pg.ClientBase,
  clientes: ClienteRows,
  servicos: () => ServicoRows,
  hanging: () => HangingRows,
): Promise<void> {
  const send = <T extends Kept>(
    { name, sql: text, parameters }: Statement<Record<T, string>, unknown>,
    rows: Rows<T>,
  ) => {
    const sent = client.query({ name, text, values: parameters.map((table) => JSON.stringify(rows[table])) })
    sent.catch(() => undefined)
    return sent
  }
  const clientesSent = send(upserts.clientes, clientes)
  const servicoRows = servicos()
  await clientesSent
  const servicosSent = send(upserts.servicos, servicoRows)
  const rows = hanging()
  const texts = copies.map(({ text, linesOf }) => ({ text, lines: linesOf(rows) }))
  await servicosSent
  for (const { text, lines } of texts) {
    if (lines.length === 0) continue
    const stream = client.query(copyFrom(text))
    // A lost connection emits its error twice, the second time when nobody else listens any more.
    stream.on('error', () => undefined)
    stream.end(`${lines.join('\n')}\n`)
    await finished(stream)
  }
}

/**
 * Locks these customers' services: waits for billing events under way, and holds off others to the transaction's end.
 */
export async function holdServicos({ query }: Database, client: pg.ClientBase, ids: number[]) {
  const theirs = build.selectFrom('cliente_servico').where('id_cliente', '=', ({ fn }) => fn.any(sql.val(ids)))
  await query(theirs.select('id_cliente_servico').orderBy('id_cliente_servico').forUpdate(), client)
}

/**
 * Deletes the rows that hang on these customers. A service that stays with its customer keeps its row, because billing
 * events point at it. A service that passes to another customer is deleted, or a billing event registered meanwhile
 * would pass with it unseen.
 */
export async function clearClientes(
  { query }: Database,
  client: pg.ClientBase,
  stale: ExportedCliente[],
  ownerOf: (idServico: number) => number | undefined,
) {
  const ids = sql.val(stale.map((record) => record.id_cliente))
  const kept = sql.val(
    stale.flatMap(({ id_cliente, servicos }) =>
      servicos.map((servico) => servico.id_cliente_servico).filter((id) => ownerOf(id) === id_cliente),
    ),
  )
  await query(
    build.deleteFrom('cliente_telefone').where('id_cliente', '=', ({ fn }) => fn.any(ids)),
    client,
  )
  await query(
    build
      .deleteFrom('cliente_servico')
      .where('id_cliente', '=', ({ fn }) => fn.any(ids))
      .where(({ not, fn, eb }) => not(eb('id_cliente_servico', '=', fn.any(kept)))),
    client,
  )
  for (const table of servicoTables)
    await query(
      build.deleteFrom(table).where('id_cliente_servico', '=', ({ fn }) => fn.any(kept)),
      client,
    )
}
