import { sql } from 'kysely'
import { havingAll } from '../../cliente/rows/sought.ts'
import type { Database } from '../../database/database.ts'
import { cutPage, olderThan, type Page, type PageEnd } from '../../database/pages.ts'
import { among, build, cast, column, ifGiven, unionAll } from '../../database/statement.ts'
import { presentAtendimento } from '../../ligacao/rows/itsAtendimento.ts'
import type { Atendimento } from '../../ligacao/wire/ligacao.ts'
import type { Period } from '../../protocolo/rules/period.ts'
import type { AtendimentoTermo } from '../rules/atendimentoTermo.ts'
import type { AtendimentoDaLista, AtendimentoListado, AtendimentoListFilter } from '../wire/atendimento.ts'
import { presentDono, presentInteiro, type ToldAtendimento, told } from './readAtendimento.ts'

/** What a list of tickets is filtered by. */
export interface AtendimentoListView extends Period {
  filter: Omit<AtendimentoListFilter, 'termo' | 'data_inicio' | 'data_fim'>
  /** What the term means; null when there is none. */
  termo: AtendimentoTermo | null
  /** Only this user's tickets; null: everybody's. */
  usuarioId: number | null
}

const atendimentos = () => build.selectFrom('atendimento as a').select(['a.id', 'a.criado_em'])
type Atendimentos = ReturnType<typeof atendimentos>

const ofCliente = () => atendimentos().innerJoin('cliente as c', 'c.id_cliente', 'a.id_cliente')
const saying = (palavras: readonly string[], estado: 'aberto' | 'fechado') =>
  atendimentos()
    .where('a.estado', '=', estado)
    .where(havingAll(palavras, column('atendimento', 'a', 'busca')))

/**
 * One query for each meaning of a term, which an index answers newest first. With the meanings joined by OR, no index
 * would serve. Words of closed tickets are in a trigram index; open tickets are few.
 */
function meanings({ protocolo, telefones, codigo, nome, palavras }: AtendimentoTermo): Atendimentos[] {
  return [
    ...(protocolo
      ? [atendimentos().where('a.protocolo', '>=', protocolo[0]).where('a.protocolo', '<=', protocolo[1])]
      : []),
    ...(telefones.length > 0
      ? [
          atendimentos()
            .where(among(column('atendimento', 'a', 'telefone_chave'), cast(telefones, 'text[]')))
            .where('a.telefone_chave', '<>', sql.lit('')),
          atendimentos().where('a.id_cliente', 'in', (of) =>
            of
              .selectFrom('cliente_telefone as t')
              .select('t.id_cliente')
              .where(among(column('cliente_telefone', 't', 'chave'), cast(telefones, 'text[]'))),
          ),
        ]
      : []),
    ...(codigo === null ? [] : [ofCliente().where('c.codigo_cliente', '=', codigo)]),
    ...(nome.length > 0 ? [ofCliente().where(havingAll(nome, column('cliente', 'c', 'busca')))] : []),
    ...(palavras.length > 0 ? [saying(palavras, 'fechado'), saying(palavras, 'aberto')] : []),
  ]
}

/** The ids of one page, read along an index from where the last page ended. */
function pageOf(view: AtendimentoListView, after: PageEnd | null, limit: number) {
  const { termo, usuarioId, since, until } = view
  const { estado, id_motivo, id_desfecho, usuario, autor } = view.filter
  const narrowed = (of: Atendimentos) =>
    of
      .where(({ eb }) => ifGiven(usuarioId, (id) => eb('a.usuario_id', '=', id)))
      .where(({ eb }) => ifGiven(usuario, (id) => eb('a.usuario_id', '=', id)))
      .where(({ eb, fn }) => ifGiven(autor, (id) => eb(fn.coalesce('a.aberto_por', 'a.usuario_id'), '=', id)))
      // A literal, not a parameter, so that the planner sees that the partial index of the open tickets serves.
      .where(({ eb }) => ifGiven(estado, (estado) => eb('a.estado', '=', sql.lit(estado))))
      .where(({ eb }) => ifGiven(id_motivo, (id) => eb('a.id_motivo', '=', id)))
      .where(({ eb }) => ifGiven(id_desfecho, (id) => eb('a.id_desfecho', '=', id)))
      .where(({ eb }) => ifGiven(since, (since) => eb('a.criado_em', '>=', since)))
      .where(({ eb }) => ifGiven(until, (until) => eb('a.criado_em', '<', until)))
      .where(ifGiven(after, (end) => olderThan(end, 'a.criado_em', 'a.id')))
      .orderBy('a.criado_em', 'desc')
      .orderBy('a.id', 'desc')
      .limit(limit)
  const parts = (termo ? meanings(termo) : [atendimentos()]).map(narrowed)
  return build
    .selectFrom(unionAll(parts, 'p'))
    .select(['p.id', 'p.criado_em'])
    .distinct()
    .orderBy('p.criado_em', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
}

function presentListed(row: ToldAtendimento): AtendimentoDaLista {
  const { descricao, id_motivo: _motivo, id_desfecho: _desfecho, passado_em: _em, ...atendimento } = presentInteiro(row)
  return { ...atendimento, palavras: descricao }
}

/** The tickets that the view finds, newest first, `size` of them after the cursor; with `whole`, all words of each. */
export async function atendimentoPage(
  { query }: Database,
  view: AtendimentoListView,
  after: PageEnd | null,
  { size, whole = false }: { size: number; whole?: boolean },
): Promise<Page<AtendimentoDaLista>> {
  const found = await query(pageOf(view, after, size + 1))
  const { page, next } = cutPage(found, size, ({ criado_em: em, id }) => ({ em, id }))
  if (page.length === 0) return { page: [], next }
  const ids = page.map(({ id }) => id)
  return { page: (await query(told(ids, whole))).map(presentListed), next }
}

const most = 50

/** The user's own tickets in one state, newest first, at most 50, each with its customer's name; and how many there are. */
export async function atendimentosOf(
  { prisma }: Database,
  usuarioId: number,
  estado: Atendimento['estado'],
): Promise<{ atendimentos: AtendimentoListado[]; total: number }> {
  const where = { usuario_id: usuarioId, estado }
  const rows = await prisma.atendimento.findMany({
    where,
    include: { anterior: { select: { nome: true } } },
    orderBy: [{ criado_em: 'desc' }, { id: 'desc' }],
    take: most,
  })
  const total = rows.length < most ? rows.length : await prisma.atendimento.count({ where })
  const named = { id_cliente: { in: rows.flatMap((row) => row.id_cliente ?? []) } }
  const clientes = await prisma.cliente.findMany({
    where: named,
    select: { id_cliente: true, codigo_cliente: true, nome_razaosocial: true },
  })
  const erased = await prisma.titularEliminado.findMany({ where: named })
  const byId = new Map(clientes.map((cliente) => [cliente.id_cliente, cliente]))
  const atendimentos = rows.map((row) => ({
    ...presentAtendimento(row),
    passado_de: row.anterior?.nome ?? null,
    cliente: row.id_cliente === null ? null : presentDono(row.id_cliente, byId.get(row.id_cliente)),
    eliminado: erased.some((each) => each.id_cliente === row.id_cliente && row.criado_em <= each.eliminado_em),
  }))
  return { atendimentos, total }
}
