import { type Expression, type InferResult, type SqlBool, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Database } from '../../database/database.ts'
import { readingPatience } from '../../database/patience.ts'
import { ownClient } from '../../database/pool.ts'
import { build, column, columns, jsonRows, truth } from '../../database/statement.ts'
import { formatTelefone } from '../../telefone/rules/formatTelefone.ts'
import { maskDocumento } from '../rules/documento.ts'
import { listQueryOf } from '../rules/listQuery.ts'
import { type ClienteListado, clienteListado, type PacoteOpcao } from '../wire/browse.ts'
import { relacoes, statusPrefixoCancelado } from '../wire/cliente.ts'
import { clienteIdentidade } from '../wire/resumo.ts'
import { type BrowseFilters, fulfilling } from './browseFilter.ts'
import { listedOrder, shown } from './list/ids.ts'
import { TextReader } from './list/texts.ts'

/** The last customer of the page before: its value of `order_by` as text, null where it has none, and its id. */
export interface Cursor {
  value: string | null
  id: number
}

export interface Page {
  clientes: ClienteListado[]
  /** Where the next page begins; null on the last. */
  next: Cursor | null
}

const maxPacotes = 1_000

/** One page of the supervisors' list. */
export async function readPage(
  database: Database,
  filters: BrowseFilters,
  after: Cursor | null,
  size: number,
): Promise<Page> {
  const rows = await database.query(pageQuery(await fulfilling(database, filters), filters, after, size + 1))
  const page = rows.slice(0, size)
  const last = page.at(-1)
  const next = rows.length > size && last ? { value: last.valor, id: last.id_cliente } : null
  const ids = page.map(({ id_cliente }) => id_cliente)
  return { clientes: (await database.query(listedQuery(ids, filters.cancelado))).map(presentListado), next }
}

export async function countFiltered(database: Database, filters: BrowseFilters): Promise<number> {
  const conditions = await fulfilling(database, filters)
  const [row] = await database.query(
    build
      .selectFrom('cliente as c')
      .where((each) => each.and(conditions))
      .select(sql<number>`count(*)::int`.as('total')),
  )
  return row?.total ?? 0
}

/** Packages by code; of two with one code, the one that is newer tells what it is. */
export async function readPacotes({ prisma }: Database): Promise<PacoteOpcao[]> {
  return prisma.pacote.findMany({
    distinct: ['codigo'],
    orderBy: [{ codigo: 'asc' }, { id_pacote: 'desc' }],
    select: { codigo: true, descricao: true },
    take: maxPacotes,
  })
}

/**
 * The ids of one page in the order of the list, read along an index from where the last page ended, so that the
 * thousandth page costs what the first does.
 */
function pageQuery(
  conditions: Expression<SqlBool>[],
  { order_by, order_type }: BrowseFilters,
  after: Cursor | null,
  limit: number,
) {
  const [by, id] = [column('cliente', 'c', order_by), column('cliente', 'c', 'id_cliente')]
  const direction = order_type === 'asc' ? sql`asc` : sql`desc`
  const part = (more: Expression<SqlBool>, order: Expression<unknown>) =>
    build
      .selectFrom('cliente as c')
      .select(['c.id_cliente', by.as('valor')])
      .where((each) => each.and([...conditions, more]))
      .orderBy(order)
      .limit(limit)
  const beyond = after ? beyondCursor(order_by, order_type, after) : truth`true`
  // A backward index walk would meet those without the day first; read apart, they follow.
  const present = order_by === 'data_fechamento' ? truth`${by} is not null and ${beyond}` : beyond
  const rest = after?.value === null ? truth`${by} is null and ${id} > ${after.id}` : truth`${by} is null`
  const parts = [
    ...(after?.value === null ? [] : [part(present, sql`${by} ${direction}, ${id}`)]),
    ...(order_by === 'data_fechamento' ? [part(rest, sql`${id}`)] : []),
  ]
  return build
    .selectFrom(
      sql<{ id_cliente: number; valor: Date }>`(${sql.join(
        parts.map((each) => sql`(${each})`),
        sql` union all `,
      )})`.as<'p'>(sql`p`),
    )
    .select(['p.id_cliente', sql<string | null>`p.valor::text`.as('valor')])
    .orderBy(sql`p.valor ${direction} nulls last, p.id_cliente`)
    .limit(limit)
}

function beyondCursor(order_by: BrowseFilters['order_by'], order_type: 'asc' | 'desc', { value, id }: Cursor) {
  const at = sql`${value}::${order_by === 'data_cadastro' ? sql`timestamp` : sql`date`}`
  const [by, ids] = [column('cliente', 'c', order_by), column('cliente', 'c', 'id_cliente')]
  return order_type === 'asc'
    ? truth`(${by}, ${ids}) > (${at}, ${id}::int)`
    : truth`${by} <= ${at} and (${by} < ${at} or ${ids} > ${id}::int)`
}

const idServico = column('cliente_servico', 's', 'id_cliente_servico')
const cancelledLast = sql`${column('cliente_servico', 's', 'status_prefixo')} = ${sql.lit(statusPrefixoCancelado)}`
const anyTelefone = sql.join(
  (['telefone_primario', 'telefone_secundario', 'telefone_terciario'] as const).map(
    (name) => sql`nullif(${column('cliente', 'c', name)}, '')`,
  ),
)
const servicoListado = clienteListado.shape.servicos.element.keyof().options

/** These customers as rows of the list, in that order: only what the list shows. */
const listedQuery = (ids: number[], cancelado: boolean) =>
  build
    .selectFrom(
      sql<{ id_cliente: number; lugar: number }>`unnest(${ids}::int[]) with ordinality`.as<'p'>(
        sql`p (id_cliente, lugar)`,
      ),
    )
    .innerJoin('cliente as c', 'c.id_cliente', 'p.id_cliente')
    .select(clienteIdentidade.keyof().options.map((name) => `c.${name}` as const))
    .select((each) => [
      'c.cpf_cnpj',
      sql<string>`${each.ref('c.data_cadastro')}::text`.as('data_cadastro'),
      sql<string | null>`${each.ref('c.data_fechamento')}::text`.as('data_fechamento'),
      sql<string | null>`coalesce(${anyTelefone})`.as('telefone'),
      each
        .selectFrom('cliente_servico as s')
        .innerJoin('endereco as e', 'e.id_cliente_servico', 's.id_cliente_servico')
        .whereRef('s.id_cliente', '=', 'c.id_cliente')
        .where('e.tipo', 'in', ['instalacao', 'cadastral'])
        .where('e.cidade', '<>', '')
        .orderBy(sql`${cancelledLast}, ${column('endereco', 'e', 'tipo')} = 'cadastral', ${idServico}`)
        .limit(1)
        .select('e.cidade')
        .as('cidade'),
      sql<ClienteListado['servicos']>`(${build
        .selectFrom('cliente_servico as s')
        .where('s.id_cliente', '=', column('cliente', 'c', 'id_cliente'))
        .where(shown(cancelado))
        .select(
          jsonRows(
            jsonBuildObject(columns('cliente_servico', 's', servicoListado)),
            sql`${cancelledLast}, ${idServico}`,
          ).as('servicos'),
        )})`.as('servicos'),
    ])
    .orderBy('p.lugar')

type ListedRow = InferResult<ReturnType<typeof listedQuery>>[number]

const presentListado = ({ cpf_cnpj, telefone, ...row }: ListedRow): ClienteListado => ({
  ...row,
  cpf_cnpj_mascarado: maskDocumento(cpf_cnpj),
  telefone_formatado: telefone === null ? null : formatTelefone(telefone),
})

/** Small turns: the main loop joins them, and the embedded database has one backend for the whole desk. */
const batchSize = 60

/** What a supervisor may carry away: everything but `senhas`, and each service without its `senha`. */
const visiveis = relacoes.filter((relacao) => relacao !== 'senhas')

/**
 * The customers filtered, as JSON texts in order, a batch at a time and without any password; with their services or
 * without. Each appears once and whole; the connection is the reading's own and ends with it, however it ends.
 */
export async function* readFiltered(
  database: Database,
  filters: BrowseFilters,
  servicos: boolean,
): AsyncGenerator<string[]> {
  const client = ownClient(database.pool, { ...readingPatience, application_name: 'alo exportação' })
  // Said again by the query under way.
  client.on('error', () => undefined)
  await client.connect()
  try {
    const conditions = await fulfilling(database, filters, client)
    const found = await database.query(
      build
        .selectFrom('cliente as c')
        .where((each) => each.and(conditions))
        .select('c.id_cliente')
        .orderBy(listedOrder(filters)),
      client,
    )
    const ids = found.map(({ id_cliente }) => id_cliente)
    const { cancelado } = filters
    const reader = new TextReader(client, {
      ...listQueryOf({}),
      cancelado,
      relacoes: servicos ? visiveis : [],
      senha: false,
    })
    for (let from = 0; from < ids.length; from += batchSize)
      yield [...(await reader.read(ids.slice(from, from + batchSize))).values()]
  } finally {
    await client.end().catch(() => undefined)
  }
}
