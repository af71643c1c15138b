import { type AliasedExpression, type RawBuilder, sql } from 'kysely'
import * as z from 'zod'
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
export interface Source extends Field {
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
  senha: { value: column('cliente_servico_senha', 'p', 'senha_cifrada'), sealed: sealedColumns.cliente_servico_senha },
}
/** The fields of each kind of object. */
const sources = {
  cliente: fromColumns('c', { ...clienteCampos, ...clienteDatas }),
  servico: fromColumns('s', servicoCampos, { valor: { value: valor }, senha: sealedIn.servico }),
  senha: fromColumns('p', senhaSchema.shape, { senha: sealedIn.senha }),
  endereco: fromColumns('e', local),
  coordenadas: fromColumns('e', coordenadas.shape),
  porta_atendimento: fromColumns('p', portaAtendimentoSchema.shape),
  status_conexao: fromColumns('x', statusConexaoSchema.shape),
}
export type ObjectKind = keyof typeof sources
type Sources = Record<ObjectKind, Source[]>

/** With each service's own `senha`, or without. */
export const sourcesOf = ({ senha }: Pick<ListQuery, 'senha'>): Sources =>
  senha ? sources : { ...sources, servico: sources.servico.filter(({ name }) => name !== 'senha') }

/** The columns by which a service refers to shared rows, in the order in which the `extra` of its row lists the ids. */
const references = [
  'id_interface',
  'id_interface_roteamento',
  'id_equipamento_conexao',
  'id_equipamento_roteamento',
] as const

const tipos = {
  endereco_cadastral: 'cadastral',
  endereco_instalacao: 'instalacao',
  endereco_fiscal: 'fiscal',
  endereco_cobranca: 'cobranca',
} as const
const enderecos = ['endereco_cadastral', 'endereco_instalacao', 'endereco_fiscal', 'endereco_cobranca'] as const
const kindOfTipo = sql`case ${column('endereco', 'e', 'tipo')} ${sql.join(
  enderecos.map((relacao) => sql`when ${sql.lit(tipos[relacao])} then ${sql.lit(kinds[relacao])}`),
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
  const tiposAsked = enderecos.filter(has).map((relacao) => tipos[relacao])

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
    .select(
      row('cliente', {
        owner: column('cliente', 'c', 'id_cliente'),
        extra: sql`${column('cliente', 'c', 'data_fechamento')}::text`,
        own: sources.cliente,
      }),
    )
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
  if (has('pacotes')) {
    const {
      id_cliente_servico: owner,
      ordem: place,
      id_pacote,
    } = columns('cliente_servico_pacote', 'p', ['id_cliente_servico', 'ordem', 'id_pacote'])
    const pacotes = s
      .innerJoin('cliente_servico_pacote as p', 'p.id_cliente_servico', 's.id_cliente_servico')
      .where(within(owner))
    asked = asked.unionAll(pacotes.select(row('pacote', { owner, place, extra: sql`${id_pacote}::text` })))
  }
  if (has('grupos')) {
    const {
      id_cliente_servico: owner,
      ordem: place,
      id_grupo,
    } = columns('cliente_servico_grupo', 'g', ['id_cliente_servico', 'ordem', 'id_grupo'])
    const grupos = s
      .innerJoin('cliente_servico_grupo as g', 'g.id_cliente_servico', 's.id_cliente_servico')
      .where(within(owner))
    asked = asked.unionAll(grupos.select(row('grupo', { owner, place, extra: sql`${id_grupo}::text` })))
  }
  if (has('senhas')) {
    const owner = column('cliente_servico_senha', 'p', 'id_cliente_servico')
    const place = column('cliente_servico_senha', 'p', 'id_cliente_servico_senha')
    const senhas = s
      .innerJoin('cliente_servico_senha as p', 'p.id_cliente_servico', 's.id_cliente_servico')
      .where(within(owner))
    asked = asked.unionAll(senhas.select(row('senha', { owner, place, own: sources.senha })))
  }
  if (tiposAsked.length > 0) {
    const owner = column('endereco', 'e', 'id_cliente_servico')
    const locais = s
      .innerJoin('endereco as e', 'e.id_cliente_servico', 's.id_cliente_servico')
      .where(within(owner))
      .where('e.tipo', 'in', tiposAsked)
    asked = asked.unionAll(locais.select(cells({ kind: kindOfTipo, owner, own: local }, width)))
  }
  if (has('porta_atendimento')) {
    const owner = column('porta_atendimento', 'p', 'id_cliente_servico')
    const portas = s
      .innerJoin('porta_atendimento as p', 'p.id_cliente_servico', 's.id_cliente_servico')
      .where(within(owner))
    asked = asked.unionAll(portas.select(row('porta_atendimento', { owner, own: sources.porta_atendimento })))
  }
  if (has('status_conexao')) {
    const owner = column('status_conexao', 'x', 'id_cliente_servico')
    const estados = s
      .innerJoin('status_conexao as x', 'x.id_cliente_servico', 's.id_cliente_servico')
      .where(within(owner))
    asked = asked.unionAll(estados.select(row('status_conexao', { owner, own: sources.status_conexao })))
  }
  return `copy (${asked.compile().sql}) to stdout`
}
