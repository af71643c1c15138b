import { type Compilable, sql } from 'kysely'
import type * as z from 'zod'
import { among, column, type DB, db } from '../../../database/statement.ts'
import type { ListQuery } from '../../rules/listQuery.ts'
import { equipamentoSchema, grupoSchema, interfaceSchema, pacoteSchema, type Relacao } from '../../wire/cliente.ts'
import { listedIds, pacotesWith } from '../listed.ts'
import { batchText, fromColumns, type ObjectKind, sourcesOf } from './batchText.ts'
import type { SharedKind } from './copiedRows.ts'
import { type ObjectShape, shapeOf } from './jsonBuffer.ts'

/** All that a list's reading needs, as plain data: it is sent to a thread that need not load Kysely or zod. */
export interface ListPlan {
  /** Which customers, in which order. If `pacotes` is there, the ids that it finds take the place of the array. */
  ids: Asked
  /** Which packages a customer must have one of: asked first, because the planner knows ids and no codes. */
  pacotes: Asked | null
  /** Whether the list is read in one transaction that sees a snapshot of the database. */
  snapshot: boolean
  /** The COPY of a batch, with marks where ids belong. */
  batch: string
  /** Statement for the ids of the services of the customers `$1`: the text of an array; null where they have none. */
  servicos: string
  /** Statement for those of the customers `$1` that exist. */
  present: string
  /** Statements for the shared rows that the relations need: id and JSON text, of the ids `$1` or, if null, of all. */
  shared: { kind: SharedKind; text: string }[]
  /** Each kind of object, its fields in the order of the spec's tables. */
  shapes: Record<ObjectKind, ObjectShape>
  relacoes: readonly Relacao[]
}

interface Asked {
  text: string
  values: unknown[]
}

const sharedText = <T extends keyof DB, N extends keyof DB[T] & string>(
  table: T,
  id: keyof DB[T] & string,
  shape: { [K in N]: z.ZodType },
) => {
  const fields = fromColumns('t', shape).map(
    ({ name, bare, value }) => sql`${value}${bare ? sql`` : sql`::text`} as ${sql.ref(name)}`,
  )
  return sql`select ${column(table, 't', id)}, row_to_json(r)::text
    from ${sql.table(table)} t, lateral (select ${sql.join(fields)}) r
    where $1::int[] is null or ${among(column(table, 't', id), sql`$1::int[]`)}`.compile(db).sql
}
const shared: (ListPlan['shared'][number] & { relacoes: readonly Relacao[] })[] = [
  {
    kind: 'interface',
    text: sharedText('interface', 'id_interface', interfaceSchema.shape),
    relacoes: ['interface', 'interface_roteamento'],
  },
  {
    kind: 'equipamento',
    text: sharedText('equipamento', 'id_equipamento', equipamentoSchema.shape),
    relacoes: ['equipamento_conexao', 'equipamento_roteamento'],
  },
  { kind: 'pacote', text: sharedText('pacote', 'id_pacote', pacoteSchema.shape), relacoes: ['pacotes'] },
  { kind: 'grupo', text: sharedText('grupo', 'id', grupoSchema.shape), relacoes: ['grupos'] },
]

const present = db
  .selectFrom('cliente as c')
  .select('c.id_cliente')
  .where(among(column('cliente', 'c', 'id_cliente'), sql`$1::int[]`))
  .compile().sql

const servicos = db
  .selectFrom('cliente_servico as s')
  .select(sql`array_agg(${column('cliente_servico', 's', 'id_cliente_servico')})::text`.as('ids'))
  .where(among(column('cliente_servico', 's', 'id_cliente'), sql`$1::int[]`))
  .compile().sql

function asked(query: Compilable): Asked {
  const { sql: text, parameters } = query.compile()
  return { text, values: [...parameters] }
}

export function planOf(query: ListQuery, { snapshot }: Pick<ListPlan, 'snapshot'>): ListPlan {
  const sources = sourcesOf(query)
  const { codigo_pacote } = query
  return {
    ids: asked(listedIds(query, codigo_pacote === null ? null : [])),
    pacotes: codigo_pacote === null ? null : asked(pacotesWith(codigo_pacote)),
    snapshot,
    // Without a snapshot, a customer may get more services between the reading of their ids and the batch.
    batch: batchText(query, sources, { knownServicos: snapshot }),
    servicos,
    present,
    shared: shared.filter(({ relacoes }) => relacoes.some((relacao) => query.relacoes.includes(relacao))),
    shapes: {
      cliente: shapeOf(sources.cliente),
      servico: shapeOf(sources.servico),
      senha: shapeOf(sources.senha),
      endereco: shapeOf(sources.endereco),
      coordenadas: shapeOf(sources.coordenadas),
      porta_atendimento: shapeOf(sources.porta_atendimento),
      status_conexao: shapeOf(sources.status_conexao),
    },
    relacoes: query.relacoes,
  }
}
