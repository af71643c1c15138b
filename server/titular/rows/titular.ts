import { type Expression, type SqlBool, sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../database/database.ts'
import { among, arrayOf, build, cast, column, eb, none } from '../../database/statement.ts'
import { tellsCaller } from '../../ligacao/rows/ligacao.ts'

/** The rows linked to the customer, and those linked to nobody that are the customer's by one of these signs. */
const theirs = (table: 'ligacao' | 'atendimento', id: number, signs: Expression<SqlBool>[], alias: string = table) => {
  const id_cliente = column(table, alias, 'id_cliente')
  return eb.or([eb(id_cliente, '=', id), eb.and([eb(id_cliente, 'is', null), eb.or(signs)])])
}

/**
 * The exchange notified the call with the customer's id, and it is not linked to them. The second condition is that of
 * the partial index, which few calls pay for.
 */
export const notifiedFor = (alias: string, id: number) => {
  const notificado = column('ligacao', alias, 'id_cliente_notificado')
  return eb.and([eb(notificado, '=', id), eb(column('ligacao', alias, 'id_cliente'), 'is distinct from', notificado)])
}

const signsOfCalls = (alias: string, id: number, chaves: readonly string[]) => [
  notifiedFor(alias, id),
  among(column('ligacao', alias, 'telefone_chave'), cast([...chaves], 'text[]')),
]

/** The call is in a ring group of which one call is the customer's. */
const rangWithTheirs = (id: number, chaves: readonly string[]) =>
  among(
    column('ligacao', 'ligacao', 'grupo'),
    arrayOf(
      build
        .selectFrom('ligacao as g')
        .select('g.grupo')
        .where('g.grupo', 'is not', null)
        .where(theirs('ligacao', id, signsOfCalls('g', id, chaves), 'g')),
    ),
  )

/**
 * A customer's calls: those linked to them, and those linked to nobody that the exchange notified with their id, that
 * came from their telephones, or that are in the ring group of such a call.
 */
export const callsOf = (id: number, chaves: readonly string[]) =>
  theirs('ligacao', id, [...signsOfCalls('ligacao', id, chaves), rangWithTheirs(id, chaves)])

/**
 * A customer's tickets: those linked to them, and those linked to nobody that belong to one of their calls or, where
 * the call is forgotten, to one of their telephones.
 */
export const atendimentosOfTitular = (id: number, chaves: readonly string[], calls: readonly string[]) => {
  const chave = column('atendimento', 'atendimento', 'telefone_chave')
  return theirs('atendimento', id, [
    among(column('atendimento', 'atendimento', 'ligacao_id'), cast([...calls], 'uuid[]')),
    eb.and([eb(chave, '<>', sql.lit('')), among(chave, cast([...chaves], 'text[]'))]),
  ])
}

/**
 * Reminders about the customer, and those on their calls and tickets that nobody is linked to. A reminder on a ticket
 * or a call is about the customer who is linked there now, and not the one at the time of writing.
 */
export const lembretesOfTitular = (id: number, calls: readonly string[], atendimentos: readonly number[]) => {
  const ligacao = column('lembrete', 'lembrete', 'ligacao_id')
  const atendimento = column('lembrete', 'lembrete', 'atendimento_id')
  const about = eb.fn.coalesce(
    eb.selectFrom('atendimento as a').select('a.id_cliente').where('a.id', '=', atendimento),
    eb.selectFrom('ligacao as l').select('l.id_cliente').where('l.id', '=', ligacao),
    column('lembrete', 'lembrete', 'id_cliente'),
  )
  const signs = [among(ligacao, cast([...calls], 'uuid[]')), among(atendimento, cast([...atendimentos], 'int[]'))]
  return eb.or([eb(about, '=', id), eb.and([eb(about, 'is', null), eb.or(signs)])])
}

export const chavesOf = async ({ query }: Database, id: number, client?: pg.ClientBase) =>
  (await query(build.selectFrom('cliente_telefone').select('chave').where('id_cliente', '=', id), client)).map(
    ({ chave }) => chave,
  )

/**
 * The numbers beside the customer's telephones that these calls came from and that belong to this customer alone: no
 * customer has such a number, and no call of another customer came from it.
 */
export async function numerosOf({ query }: Database, id: number, calls: readonly string[], client?: pg.ClientBase) {
  const numbers = build
    .selectFrom('ligacao as l')
    .select('l.telefone_chave')
    .distinct()
    .where(among(column('ligacao', 'l', 'id'), cast([...calls], 'uuid[]')))
    .where(tellsCaller('l'))
    .where(({ selectFrom }) =>
      none(selectFrom('cliente_telefone as t').select('t.chave').whereRef('t.chave', '=', 'l.telefone_chave')),
    )
    .where(({ selectFrom }) =>
      none(
        selectFrom('ligacao as o')
          .select('o.id')
          .whereRef('o.telefone_chave', '=', 'l.telefone_chave')
          .where('o.id_cliente', '<>', id),
      ),
    )
  return (await query(numbers, client)).map(({ telefone_chave }) => telefone_chave)
}

/** The telephones, numbers and calls by which traces of the exchange's requests are known to be about the customer. */
export async function ofTitular(database: Database, id: number) {
  const telefones = await chavesOf(database, id)
  const theirs = build.selectFrom('ligacao').select(['id', 'chave', 'telefone_chave']).where(callsOf(id, telefones))
  const ligacoes = await database.query(theirs)
  const ids = ligacoes.map((call) => call.id)
  return { telefones, numeros: await numerosOf(database, id, ids), ligacoes }
}

/** Customers with this whole CPF or CNPJ. */
export const idsByDocumento = async ({ prisma }: Database, cpf_cnpj: string): Promise<number[]> =>
  (
    await prisma.cliente.findMany({ where: { cpf_cnpj }, select: { id_cliente: true }, orderBy: { id_cliente: 'asc' } })
  ).map(({ id_cliente }) => id_cliente)

const usuario = { select: { nome: true, usuario: true } } as const
const opcao = { select: { descricao: true } } as const

type OfTitular = Awaited<ReturnType<typeof ofTitular>>

/** All calls, tickets, reminders and billing events of a customer, oldest first. */
export async function allOf(
  { prisma, query }: Database,
  id: number,
  { telefones, ligacoes: calls }: Pick<OfTitular, 'telefones' | 'ligacoes'>,
) {
  const ids = calls.map((row) => row.id)
  const theirs = atendimentosOfTitular(id, telefones, ids)
  const tickets = (await query(build.selectFrom('atendimento').select('id').where(theirs))).map((row) => row.id)
  const about = lembretesOfTitular(id, ids, tickets)
  const notes = (await query(build.selectFrom('lembrete').select('id').where(about))).map((row) => row.id)
  const [ligacoes, atendimentos, lembretes, eventos_faturamento] = await Promise.all([
    prisma.ligacao.findMany({
      where: { id: { in: ids } },
      omit: {
        ...{ usuario_id: true, telefone_chave: true, versao: true, grupo: true },
        ...{ assumida_por: true, tratada_por: true },
      },
      include: { usuario, assumida: usuario, tratada: usuario },
      orderBy: { notificada_em: 'asc' },
    }),
    prisma.atendimento.findMany({
      where: { id: { in: tickets } },
      omit: {
        ...{ usuario_id: true, aberto_por: true, passado_de: true, versao: true },
        ...{ busca: true, telefone_chave: true, id_motivo: true, id_desfecho: true },
      },
      include: { usuario, autor: usuario, anterior: usuario, motivo: opcao, desfecho: opcao },
      orderBy: { criado_em: 'asc' },
    }),
    prisma.lembrete.findMany({
      where: { id: { in: notes } },
      omit: { usuario_id: true, chave: true },
      include: { usuario },
      orderBy: { criado_em: 'asc' },
    }),
    prisma.eventoFaturamento.findMany({
      where: { servico: { id_cliente: id } },
      omit: { usuario_id: true, token_id: true },
      orderBy: { id_evento_faturamento: 'asc' },
    }),
  ])
  return { ligacoes, atendimentos, lembretes, eventos_faturamento }
}
