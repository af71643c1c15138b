import { type Expression, type InferResult, type SqlBool, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { Database } from '../../database/database.ts'
import { readingPatience } from '../../database/patience.ts'
import { ownClient } from '../../database/pool.ts'
import {
  build,
  cast,
  column,
  columns,
  count,
  jsonRows,
  truth,
  union,
  unionAll,
  unnest,
} from '../../database/statement.ts'
import { formatTelefone } from '../../telefone/rules/formatTelefone.ts'
import { maskDocumento } from '../rules/documento.ts'
import { visivelQuery } from '../rules/listQuery.ts'
import { byServico } from '../rules/situacao.ts'
import { type ClienteListado, clienteListado, type PacoteOpcao } from '../wire/browse.ts'
import { clienteIdentidade } from '../wire/resumo.ts'
import { type BrowseFilters, fulfilling, servicosAsked } from './browseFilter.ts'
import { TextReader } from './joiner/texts.ts'
import { listedOrder, shown } from './listed.ts'
import { lugarDoServico } from './resumo.ts'
import { foundBy } from './sought.ts'

/** The place of a page: `skip` customers come before it, or after it when it is counted from the end. */
interface Place {
  skip: number
  fromEnd: boolean
}

/** Pages that skip fewer customers than this are found by walking along the list. */
const near = 1_000

const maxPacotes = 1_000

/** One page of the supervisors' list, in its order. */
export async function readPage(
  database: Database,
  filters: BrowseFilters,
  place: Place,
  size: number,
): Promise<ClienteListado[]> {
  const rows = await database.query(
    pageQuery(await fulfilling(database, filters, { near: place.skip < near }), filters, place, size),
  )
  const ids = rows.map(({ id_cliente }) => id_cliente)
  if (place.fromEnd) ids.reverse()
  return (await database.query(listedQuery(ids, filters.cancelado))).map(presentListado)
}

export async function countFiltered(database: Database, filters: BrowseFilters): Promise<number> {
  const { termo, data_inicio, data_fim } = filters
  const servicos = data_inicio || data_fim ? null : await servicosAsked(database, filters)
  // Every service has a customer, so it is enough to count the customers that the services name: those asked for, or
  // those with the login that the term may be.
  if (servicos && !termo) {
    const [row] = await database.query(build.selectFrom(servicos.distinct().as('s')).select(count.as('total')))
    return row?.total ?? 0
  }
  const login = servicos || data_inicio || data_fim ? null : termo?.login
  const found =
    termo && login
      ? meetingOneOf(
          await fulfilling(database, { ...filters, termo: { ...termo, login: null } }),
          foundBy.login(cast(login, 'text')),
        )
      : meetingOneOf(await fulfilling(database, filters))
  const [row] = await database.query(build.selectFrom(found.as('c')).select(count.as('total')))
  return row?.total ?? 0
}

/** The ids of the customers who meet one of these lists of conditions, and of those that `others` has, each once. */
const meetingOneOf = (alternatives: Expression<SqlBool>[][], ...others: Expression<{ id_cliente: number }>[]) => {
  const parts = alternatives.map((conditions) =>
    build
      .selectFrom('cliente as c')
      .where((each) => each.and(conditions))
      .select('c.id_cliente'),
  )
  return build.selectFrom(union([...parts, ...others], 'f')).select('f.id_cliente')
}

/** Packages by code, at most 1,000. Of two packages with one code, the newer one gives the description. */
export async function readPacotes({ prisma }: Database): Promise<PacoteOpcao[]> {
  return prisma.pacote.findMany({
    distinct: ['codigo'],
    orderBy: [{ codigo: 'asc' }, { id_pacote: 'desc' }],
    select: { codigo: true, descricao: true },
    take: maxPacotes,
  })
}

/**
 * The ids of one page, read along an index from the nearer end: in the order of the list, or in the opposite order when
 * the page is counted from the end.
 */
function pageQuery(
  alternatives: Expression<SqlBool>[][],
  { order_by, order_type }: BrowseFilters,
  { skip, fromEnd }: Place,
  size: number,
) {
  const [by, id] = [column('cliente', 'c', order_by), column('cliente', 'c', 'id_cliente')]
  const ascending = (order_type === 'asc') !== fromEnd
  const direction = sql`${ascending ? sql`asc` : sql`desc`} nulls ${fromEnd ? sql`first` : sql`last`}`
  const ids = fromEnd ? sql`desc` : sql`asc`
  const part = (more: Expression<SqlBool>, order: Expression<unknown>) =>
    alternatives.map((conditions) =>
      build
        .selectFrom('cliente as c')
        .select(['c.id_cliente', by.as('valor')])
        .where((each) => each.and([...conditions, more]))
        .orderBy(order)
        .limit(skip + size),
    )
  // An index has customers without `data_fechamento` at the other end. Read separately, they come where they belong.
  const parts =
    order_by === 'data_fechamento'
      ? [
          ...part(truth`${by} is not null`, sql`${by} ${ascending ? sql`asc` : sql`desc`}, ${id} ${ids}`),
          ...part(truth`${by} is null`, sql`${id} ${ids}`),
        ]
      : part(truth`true`, sql`${by} ${ascending ? sql`asc` : sql`desc`}, ${id} ${ids}`)
  return build
    .selectFrom(unionAll(parts, 'p'))
    .select(['p.id_cliente', 'p.valor'])
    .$if(alternatives.length > 1, (each) => each.distinct())
    .orderBy(({ ref }) => sql`${ref('p.valor')} ${direction}`)
    .orderBy(({ ref }) => sql`${ref('p.id_cliente')} ${ids}`)
    .limit(size)
    .offset(skip)
}

const idServico = column('cliente_servico', 's', 'id_cliente_servico')
const anyTelefone = sql.join(
  (['telefone_primario', 'telefone_secundario', 'telefone_terciario'] as const).map(
    (name) => sql`nullif(${column('cliente', 'c', name)}, '')`,
  ),
)
const servicoListado = clienteListado.shape.servicos.element.keyof().options

/** These customers as rows of the list, in the order of `ids`: only what the list shows. */
const listedQuery = (ids: number[], cancelado: boolean) =>
  build
    .selectFrom(unnest(ids, 'int[]', 'p', 'id_cliente', 'lugar'))
    .innerJoin('cliente as c', 'c.id_cliente', 'p.id_cliente')
    .select(clienteIdentidade.keyof().options.map((name) => `c.${name}` as const))
    .select((each) => [
      'c.cpf_cnpj',
      cast(each.ref('c.data_cadastro'), 'text').as('data_cadastro'),
      cast(each.ref('c.data_fechamento'), 'text').as('data_fechamento'),
      sql<string | null>`coalesce(${anyTelefone})`.as('telefone'),
      each
        .selectFrom('cliente_servico as s')
        .innerJoin('endereco as e', 'e.id_cliente_servico', 's.id_cliente_servico')
        .whereRef('s.id_cliente', '=', 'c.id_cliente')
        .where('e.tipo', 'in', ['instalacao', 'cadastral'])
        .where('e.cidade', '<>', '')
        .orderBy(sql`${lugarDoServico}, ${column('endereco', 'e', 'tipo')} = 'cadastral', ${idServico}`)
        .limit(1)
        .select('e.cidade')
        .as('cidade'),
      sql<ClienteListado['servicos']>`(${build
        .selectFrom('cliente_servico as s')
        .where('s.id_cliente', '=', column('cliente', 'c', 'id_cliente'))
        .where(shown(cancelado))
        .select(jsonRows(jsonBuildObject(columns('cliente_servico', 's', servicoListado))).as('servicos'))})`.as(
        'servicos',
      ),
    ])
    .orderBy('p.lugar')

type ListedRow = InferResult<ReturnType<typeof listedQuery>>[number]

const presentListado = ({ cpf_cnpj, telefone, servicos, ...row }: ListedRow): ClienteListado => ({
  ...row,
  servicos: servicos.toSorted(byServico),
  cpf_cnpj_mascarado: maskDocumento(cpf_cnpj),
  telefone_formatado: telefone === null ? null : formatTelefone(telefone),
})

/** Small batches, because the main thread's event loop joins them. */
const batchSize = 60

/**
 * The filtered customers as JSON texts in the list's order, a batch at a time and without any password; with their
 * services only if `servicos`. Each appears once and whole. The reading has a connection of its own, which is always
 * closed.
 */
export async function* readFiltered(
  database: Database,
  filters: BrowseFilters,
  servicos: boolean,
): AsyncGenerator<string[]> {
  const client = await ownClient(database.pool, { ...readingPatience, application_name: 'alo exportação' })
  try {
    const alternatives = await fulfilling(database, filters, { client })
    const found = await database.query(
      build
        .selectFrom('cliente as c')
        .where('c.id_cliente', 'in', meetingOneOf(alternatives))
        .select('c.id_cliente')
        .orderBy(listedOrder(filters)),
      client,
    )
    const ids = found.map(({ id_cliente }) => id_cliente)
    const { cancelado } = filters
    const relacoes = servicos ? visivelQuery.relacoes : []
    const query = { ...visivelQuery, cancelado, relacoes, data_fechamento: false }
    const reader = new TextReader(client, database.keys, query)
    for (let from = 0; from < ids.length; from += batchSize)
      yield [...(await reader.read(ids.slice(from, from + batchSize))).values()]
  } finally {
    await client.end().catch(() => undefined)
  }
}
