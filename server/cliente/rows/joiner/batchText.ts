import { type AliasedExpression, type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
import { TipoEndereco } from '../../../database/generated/enums.ts'
import { column, columns, type DB, db, truth } from '../../../database/statement.ts'
import type { ListQuery } from '../../rules/listQuery.ts'
import {
  clienteCampos,
  clienteDatas,
  enderecoSchema,
  portaAtendimentoSchema,
  type Relacao,
  senhaSchema,
  servicoCampos,
  statusConexaoSchema,
} from '../../wire/cliente.ts'
import { shown } from '../listed.ts'
import { sealedColumns } from '../sealedColumns.ts'
import { idsMark, kinds, servicosMark } from './copiedRows.ts'
import type { Field } from './jsonBuffer.ts'

/** A field and where its value comes from. */
interface Source extends Field {
  value: RawBuilder<unknown>
}

const isBare = (schema: z.core.$ZodType): boolean =>
  schema instanceof z.ZodNullable
    ? isBare(schema.def.innerType)
    : schema instanceof z.ZodNumber || schema instanceof z.ZodBoolean

type Elsewhere = Pick<Source, 'value' | 'sealed'>

/** The wire's own fields, in its order, each from the column of its name unless told otherwise. */
export const fromColumns = <F extends string>(
  alias: string,
  shape: { [K in F]: z.ZodType },
  others: { [K in F]?: Elsewhere } = {},
): Source[] => {
  const elsewhere = new Map(Object.entries<Elsewhere | undefined>(others))
  return Object.entries<z.ZodType>(shape).map(([name, schema]) => ({
    name,
    bare: isBare(schema),
    value: sql.ref(`${alias}.${name}`),
    ...elsewhere.get(name),
  }))
}

const { coordenadas, ...local } = enderecoSchema.shape
const valor = sql`trim_scale(${column('cliente_servico', 's', 'valor')})`
const sealedIn = {
  servico: { value: column('cliente_servico', 's', 'senha_cifrada'), sealed: sealedColumns.cliente_servico },
  senha: { value: column('cliente_servico_senha', 'h', 'senha_cifrada'), sealed: sealedColumns.cliente_servico_senha },
}
/** The fields of each kind of object. `c` is a customer, `s` a service, `h` a row of a table that hangs on services. */
const sources = {
  cliente: fromColumns('c', { ...clienteCampos, ...clienteDatas, data_fechamento: z.string().nullable() }),
  servico: fromColumns('s', servicoCampos, { valor: { value: valor }, senha: sealedIn.servico }),
  senha: fromColumns('h', senhaSchema.shape, { senha: sealedIn.senha }),
  endereco: fromColumns('h', local),
  coordenadas: fromColumns('h', coordenadas.shape),
  porta_atendimento: fromColumns('h', portaAtendimentoSchema.shape),
  status_conexao: fromColumns('h', statusConexaoSchema.shape),
}
export type ObjectKind = keyof typeof sources
type Sources = Record<ObjectKind, Source[]>

/** With or without the fields that only some queries ask for. */
export const sourcesOf = ({ data_fechamento, senha }: Pick<ListQuery, 'data_fechamento' | 'senha'>): Sources => ({
  ...sources,
  cliente: sources.cliente.filter(({ name }) => data_fechamento || name !== 'data_fechamento'),
  servico: sources.servico.filter(({ name }) => senha || name !== 'senha'),
})

/** The columns by which a service refers to shared rows, in the order in which the `extra` of its row lists the ids. */
const references = [
  'id_interface',
  'id_interface_roteamento',
  'id_equipamento_conexao',
  'id_equipamento_roteamento',
] as const

const tipos = Object.values(TipoEndereco)
const tipoOf = column('endereco', 'h', 'tipo')
const kindOfTipo = sql`case ${tipoOf} ${sql.join(
  tipos.map((tipo) => sql`when ${sql.lit(tipo)} then ${sql.lit(kinds[`endereco_${tipo}`])}`),
  sql` `,
)} end`

const given = sql`${sql.lit(idsMark)}::int[]`
const servico = <N extends keyof DB['cliente_servico'] & string>(name: N) => column('cliente_servico', 's', name)

interface Row {
  kind: RawBuilder<unknown>
  /**
   * From the row's own table, although the service has the same id: then a scan of the table need not rearrange every
   * row, which made a batch a fifth slower.
   */
  owner: RawBuilder<unknown>
  place?: RawBuilder<unknown>
  extra?: RawBuilder<unknown>
  own?: Source[]
}

/** kind, owner, place, extra, then the row's own fields as text, filled up to `width`. */
function cells({ kind, owner, place, extra, own = [] }: Row, width: number) {
  const padding = Array.from({ length: width - own.length }, () => sql`null`)
  const texts = own.map(({ value }) => sql`${value}::text`)
  const all = [kind, owner, place ?? sql`null::int`, extra ?? sql`null`, ...texts, ...padding]
  return all.map((cell, index): AliasedExpression<unknown, string> => cell.as(`c${index}`))
}

/**
 * The text of the COPY of some customers with everything that the query asks for, with marks where ids belong. It is
 * one statement, so that no customer is half-written even outside of a transaction. It is a COPY, because the result
 * comes in pieces and not value by value. A COPY takes no parameters, so constants and ids stand in its text. Values
 * are plain text and `ClienteJoiner` writes the objects, because PostgreSQL's own JSON functions look up every value's
 * type anew.
 */
export function batchText(
  { relacoes, cancelado }: ListQuery,
  sources: Sources,
  { knownServicos }: { knownServicos: boolean },
): string {
  // Repeats the join's condition with known ids: without them PostgreSQL reads all of the other table for the join.
  const within = (owner: RawBuilder<unknown>) =>
    knownServicos ? truth`${owner} = any(${sql.lit(servicosMark)}::int[])` : truth`true`
  const local = [...sources.endereco, ...sources.coordenadas]
  const width = Math.max(local.length, ...Object.values(sources).map((fields) => fields.length))
  const row = (kind: keyof typeof kinds, rest: Omit<Row, 'kind'>) =>
    cells({ kind: sql.lit(kinds[kind]), ...rest }, width)
  const s = db.withTables<{ s: DB['cliente_servico'] }>().selectFrom('s')
  const has = (relacao: Relacao) => relacoes.includes(relacao)
  const tiposAsked = tipos.filter((tipo) => has(`endereco_${tipo}`))

  let asked = db
    .with(
      (cte) => cte('s').materialized(),
      (of) =>
        of
          .selectFrom('cliente_servico as s')
          .selectAll('s')
          .where(truth`${servico('id_cliente')} = any(${given})`)
          .where(shown(cancelado)),
    )
    .selectFrom('cliente as c')
    .where(truth`${column('cliente', 'c', 'id_cliente')} = any(${given})`)
    .select(row('cliente', { owner: column('cliente', 'c', 'id_cliente'), own: sources.cliente }))
    .unionAll(
      s.select(
        row('servico', {
          owner: servico('id_cliente'),
          place: servico('id_cliente_servico'),
          extra: sql`concat_ws(',', ${sql.join(references.map((name) => sql`coalesce(${servico(name)}, 0)`))})`,
          own: sources.servico,
        }),
      ),
    )
  // Every table that hangs on services has this column.
  const owner = column('endereco', 'h', 'id_cliente_servico')
  const hanging = (table: keyof DB) =>
    s
      .innerJoin(sql`${sql.table(table)}`.as<'h'>(sql`h`), (join) =>
        join.on(truth`${owner} = ${servico('id_cliente_servico')}`),
      )
      .where(within(owner))
  if (has('pacotes')) {
    const { ordem: place, id_pacote } = columns('cliente_servico_pacote', 'h', ['ordem', 'id_pacote'])
    const pacotes = row('pacote', { owner, place, extra: sql`${id_pacote}::text` })
    asked = asked.unionAll(hanging('cliente_servico_pacote').select(pacotes))
  }
  if (has('grupos')) {
    const { ordem: place, id_grupo } = columns('cliente_servico_grupo', 'h', ['ordem', 'id_grupo'])
    const grupos = row('grupo', { owner, place, extra: sql`${id_grupo}::text` })
    asked = asked.unionAll(hanging('cliente_servico_grupo').select(grupos))
  }
  if (has('senhas')) {
    const place = column('cliente_servico_senha', 'h', 'id_cliente_servico_senha')
    const senhas = row('senha', { owner, place, own: sources.senha })
    asked = asked.unionAll(hanging('cliente_servico_senha').select(senhas))
  }
  if (tiposAsked.length > 0) {
    const locais = hanging('endereco').where(tipoOf, 'in', tiposAsked)
    asked = asked.unionAll(locais.select(cells({ kind: kindOfTipo, owner, own: local }, width)))
  }
  for (const table of ['porta_atendimento', 'status_conexao'] as const)
    if (has(table)) asked = asked.unionAll(hanging(table).select(row(table, { owner, own: sources[table] })))
  return `copy (${asked.compile().sql}) to stdout`
}
