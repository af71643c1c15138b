import { type Expression, type InferResult, type SqlBool, sql } from 'kysely'
import { firstWordsOf, presentAtendimento } from '../../atendimento/rows/atendimento.ts'
import { containing } from '../../cliente/rows/sought.ts'
import type { Database } from '../../database/database.ts'
import { cutPage, olderThan, type PageEnd } from '../../database/pages.ts'
import { build, truth } from '../../database/statement.ts'
import { formatTelefone } from '../../telefone/rules/formatTelefone.ts'
import type { TicketTermo } from '../rules/ticketTermo.ts'
import type { AtendimentoDaLista, TicketFilter } from '../wire/atendimentos.ts'

/** Which tickets are looked at. `timeZone` is the desk's: a period's days are its days, both ends included. */
export interface TicketView {
  filter: Omit<TicketFilter, 'termo'>
  /** What the term means; null when there is none. */
  termo: TicketTermo | null
  /** Whose alone; null: everybody's. */
  usuarioId: number | null
  timeZone: string
}

const tickets = () => build.selectFrom('atendimento as a').select(['a.id', 'a.criado_em'])
type Tickets = ReturnType<typeof tickets>
const each = <T>(of: readonly T[], condition: (one: T) => Expression<SqlBool>) =>
  of.length === 0 ? truth`true` : sql<SqlBool>`${sql.join(of.map(condition), sql` and `)}`

const ofCliente = () => tickets().innerJoin('cliente as c', 'c.id_cliente', 'a.id_cliente')
const saying = (palavras: readonly string[], estado: 'aberto' | 'fechado') =>
  tickets()
    .where('a.estado', '=', estado)
    .where(each(palavras, (palavra) => truth`a.busca like ${containing(palavra)}`))

/**
 * A term's meanings, each a question of its own that an index answers newest first. Asked together with OR, no index would
 * serve. Words of closed tickets are in a trigram index, the open ones are few.
 */
function meanings({ protocolo, telefones, codigo, nome, palavras }: TicketTermo): Tickets[] {
  return [
    ...(protocolo ? [tickets().where('a.protocolo', '>=', protocolo[0]).where('a.protocolo', '<=', protocolo[1])] : []),
    ...(telefones.length > 0
      ? [
          tickets().where(truth`a.telefone_chave = any(${telefones}::text[]) and a.telefone_chave <> ''`),
          tickets().where(
            truth`a.id_cliente in (select t.id_cliente from cliente_telefone t where t.chave = any(${telefones}::text[]))`,
          ),
        ]
      : []),
    ...(codigo === null ? [] : [ofCliente().where('c.codigo_cliente', '=', codigo)]),
    ...(nome.length > 0 ? [ofCliente().where(each(nome, (word) => truth`c.busca like ${containing(word)}`))] : []),
    ...(palavras.length > 0 ? [saying(palavras, 'fechado'), saying(palavras, 'aberto')] : []),
  ]
}

/** The ids of one page, read along an index from where the last page ended. */
function pageOf({ filter, termo, usuarioId, timeZone }: TicketView, after: PageEnd | null, limit: number) {
  const { data_inicio, data_fim, estado, id_motivo, id_desfecho, usuario, autor } = filter
  const midnight = (dia: string, days: number) =>
    sql<Date>`((${dia}::date + ${sql.lit(days)})::timestamp at time zone ${timeZone})`
  const narrowed = (of: Tickets) =>
    of
      .$if(usuarioId !== null, (q) => q.where('a.usuario_id', '=', usuarioId ?? 0))
      .$if(usuario !== undefined, (q) => q.where('a.usuario_id', '=', usuario ?? 0))
      .$if(autor !== undefined, (q) => q.where(truth`coalesce(a.aberto_por, a.usuario_id) = ${autor}::int`))
      // Said in the text, so that the index of the open ones is seen to serve.
      .$if(estado !== undefined, (q) => q.where(truth`a.estado = ${sql.lit(estado ?? 'aberto')}`))
      .$if(id_motivo !== undefined, (q) => q.where('a.id_motivo', '=', id_motivo ?? 0))
      .$if(id_desfecho !== undefined, (q) => q.where('a.id_desfecho', '=', id_desfecho ?? 0))
      .$if(data_inicio !== undefined, (q) => q.where('a.criado_em', '>=', midnight(data_inicio ?? '', 0)))
      .$if(data_fim !== undefined, (q) => q.where('a.criado_em', '<', midnight(data_fim ?? '', 1)))
      .where(({ and }) => and(after ? [olderThan(after, 'a.criado_em', 'a.id')] : []))
      .orderBy('a.criado_em', 'desc')
      .orderBy('a.id', 'desc')
      .limit(limit)
  const parts = (termo ? meanings(termo) : [tickets()]).map(narrowed)
  const all = sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union all `,
  )
  return build
    .selectFrom(sql<{ id: number; criado_em: Date }>`(${all})`.as<'p'>(sql`p`))
    .select(['p.id', 'p.criado_em'])
    .distinct()
    .orderBy('p.criado_em', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
}

/** Tickets `a` with all that lists and the opened ticket tell; `palavras` whole, or the first in one line. */
const told = (ids: readonly number[], whole: boolean) =>
  build
    .selectFrom('atendimento as a')
    .leftJoin('cliente as c', 'c.id_cliente', 'a.id_cliente')
    .leftJoin('ligacao as l', 'l.id', 'a.ligacao_id')
    .innerJoin('usuario as u', 'u.id', 'a.usuario_id')
    .leftJoin('usuario as q', 'q.id', 'a.aberto_por')
    .leftJoin('usuario as d', 'd.id', 'a.passado_de')
    .leftJoin('opcao_atendimento as m', 'm.id', 'a.id_motivo')
    .leftJoin('opcao_atendimento as r', 'r.id', 'a.id_desfecho')
    .select(['a.id', 'a.protocolo', 'a.usuario_id', 'a.id_motivo', 'a.id_desfecho', 'a.estado', 'a.versao'])
    .select(['a.criado_em', 'a.fechado_em', 'a.passado_em', 'a.passado_de as id_passado_de', 'a.telefone_chave'])
    .select(['a.id_cliente', 'c.codigo_cliente', 'c.nome_razaosocial', 'l.telefone', 'u.nome as usuario'])
    .select(['q.nome as aberto_por', 'd.nome as passado_de', 'm.descricao as motivo', 'r.descricao as desfecho'])
    .select(whole ? sql<string>`a.descricao`.as('descricao') : firstWordsOf('a').as('descricao'))
    .where(truth`a.id = any(${[...ids]}::int[])`)
    .orderBy('a.criado_em', 'desc')
    .orderBy('a.id', 'desc')

export type ToldTicket = InferResult<ReturnType<typeof told>>[number]

/** What the lists and the opened ticket have in common. */
export function presentTicket(row: ToldTicket) {
  const { id_cliente, codigo_cliente, nome_razaosocial } = row
  return {
    ...presentAtendimento(row),
    motivo: row.motivo,
    desfecho: row.desfecho,
    cliente: id_cliente === null ? null : presentDono(id_cliente, codigo_cliente, nome_razaosocial),
    telefone_formatado: formatTelefone(row.telefone ?? row.telefone_chave),
    usuario: row.usuario,
    aberto_por: row.aberto_por ?? row.usuario,
    passado_de: row.passado_de,
    passado_em: row.passado_em?.toISOString() ?? null,
  }
}

const presentDono = (id_cliente: number, codigo: number | null, nome: string | null) => ({
  id_cliente,
  codigo_cliente: codigo ?? 0,
  nome_razaosocial: nome ?? 'Cliente removido',
})

function presentListed(row: ToldTicket): AtendimentoDaLista {
  const { descricao, id_motivo: _motivo, id_desfecho: _desfecho, passado_em: _em, ...ticket } = presentTicket(row)
  return { ...ticket, palavras: descricao }
}

export interface TicketPage {
  page: AtendimentoDaLista[]
  /** Null on the last. */
  next: PageEnd | null
}

/** The tickets that the view finds, newest first, `size` of them after the cursor; with all their words, or the first. */
export async function ticketPage(
  { query }: Database,
  view: TicketView,
  after: PageEnd | null,
  { size, whole = false }: { size: number; whole?: boolean },
): Promise<TicketPage> {
  const found = await query(pageOf(view, after, size + 1))
  const { page, next } = cutPage(found, size, ({ criado_em: em, id }) => ({ em, id }))
  if (page.length === 0) return { page: [], next }
  const ids = page.map(({ id }) => id)
  return { page: (await query(told(ids, whole))).map(presentListed), next }
}

/** One ticket, whoever's it is; null when there is none. */
export async function ticketById({ query }: Database, id: number): Promise<ToldTicket | null> {
  const [row] = await query(told([id], true))
  return row ?? null
}

/** The ticket's call; null where it has none, or none any more. */
export async function ligacaoOfTicket({ prisma }: Database, id: number): Promise<string | null> {
  return (await prisma.atendimento.findUnique({ where: { id }, select: { ligacao_id: true } }))?.ligacao_id ?? null
}
