import { type Expression, sql } from 'kysely'
import { havingAll } from '../../cliente/rows/sought.ts'
import type { Database } from '../../database/database.ts'
import { olderThan, type PageEnd } from '../../database/pages.ts'
import { among, build, cast, column, eb, ifGiven, unionAll, unnest } from '../../database/statement.ts'
import { firstWordsOf } from '../../ligacao/rows/itsAtendimento.ts'
import { isOpen } from '../../ligacao/rows/openWindows.ts'
import type { HistoryTermo } from '../rules.ts'
import type { EstadoFiltro } from '../wire.ts'

/** What a search of calls is filtered by. */
export interface HistoryView {
  /** Null: everybody's. */
  usuarioId: number | null
  /** Only words of this user's tickets are searched and shown, not of those passed on. Null: everybody's. */
  leitor: number | null
  estado: EstadoFiltro | undefined
  since: Date | null
  /** The first instant after the period. */
  until: Date | null
  /** Null: no term. */
  termo: HistoryTermo | null
}

const calls = () => build.selectFrom('ligacao as l').select(['l.id', 'l.notificada_em', 'l.id_cliente'])
type Calls = ReturnType<typeof calls>
/** A query whose calls `narrowed` gives the filters, the order and the limit of a page. */
type Part = (narrowed: (of: Calls) => Calls) => Expression<Found>

const only =
  (of: Calls): Part =>
  (narrowed) =>
    narrowed(of)

interface Found {
  id: string
  notificada_em: Date
  id_cliente: number | null
}

/** A ticket's words, folded by `foldText` like the term; the index has the same text. */
const dobradas = column('atendimento', 't', 'busca')

/**
 * Up to this many customers or tickets with the words, their calls are sought by these ids, in one statement. With
 * more, so many calls have the words that the search walks through the calls until they fill a page.
 */
const fewEnough = 10_000

const named = (palavras: readonly string[]) =>
  build
    .selectFrom('cliente as c')
    .select('c.id_cliente')
    .where(havingAll(palavras, column('cliente', 'c', 'busca')))
    .limit(fewEnough + 1)

const readable = (leitor: number | null) =>
  ifGiven(leitor, (id) => eb(column('atendimento', 't', 'usuario_id'), '=', id))

/** Closed tickets have an index of their words. Open ones are few: words that are still being typed need no index. */
const worded = (palavras: readonly string[], estado: 'aberto' | 'fechado', leitor: number | null) =>
  build
    .selectFrom('atendimento as t')
    .select('t.ligacao_id')
    .where('t.ligacao_id', 'is not', null)
    .where('t.estado', '=', sql.lit(estado))
    .where(havingAll(palavras, dobradas))
    .where(readable(leitor))
    .limit(fewEnough + 1)

/**
 * Looks up each telephone by itself, from its newest call on: for telephones that seldom call, the planner would else
 * walk through all calls by time, and for one that calls often it would read all of its calls.
 */
const calledFrom =
  (telefones: readonly string[]): Part =>
  (narrowed) =>
    build
      .selectFrom(unnest([...telefones], 'text[]', 't', 'chave'))
      .innerJoinLateral(
        (each) =>
          narrowed(calls().where(eb(column('ligacao', 'l', 'telefone_chave'), '=', each.ref('t.chave')))).as('l'),
        (join) => join.onTrue(),
      )
      .select(['l.id', 'l.notificada_em', 'l.id_cliente'])

/** One query for each meaning of a term, which an index answers; null when the words are too common for that. */
async function meanings(
  { query }: Database,
  { telefones, protocolo, palavras }: HistoryTermo,
  leitor: number | null,
): Promise<Part[] | null> {
  const [names, closed, open] =
    palavras.length === 0
      ? [[], [], []]
      : await Promise.all([
          query(named(palavras)),
          query(worded(palavras, 'fechado', leitor)),
          query(worded(palavras, 'aberto', leitor)),
        ])
  if ([names, closed, open].some((found) => found.length > fewEnough)) return null
  const clientes = names.map(({ id_cliente }) => id_cliente)
  const ids = [...closed, ...open].flatMap(({ ligacao_id }) => ligacao_id ?? [])
  const ofProtocolo = ([first, last]: NonNullable<typeof protocolo>) =>
    calls().where('l.id', 'in', (of) =>
      of
        .selectFrom('atendimento as t')
        .select('t.ligacao_id')
        .where((each) => each.between('t.protocolo', first, last)),
    )
  return [
    ...(telefones.length > 0 ? [calledFrom(telefones)] : []),
    ...(protocolo ? [only(ofProtocolo(protocolo))] : []),
    ...(clientes.length > 0
      ? [only(calls().where(among(column('ligacao', 'l', 'id_cliente'), cast(clientes, 'int[]'))))]
      : []),
    ...(ids.length > 0 ? [only(calls().where(among(column('ligacao', 'l', 'id'), cast(ids, 'uuid[]'))))] : []),
  ]
}

/** Calls to be read by time: all of them from one index, open calls and those of rare states from smaller ones. */
function walk({ estado }: HistoryView): Calls {
  if (estado === 'aberta') return calls().where(isOpen('l'))
  return estado === 'perdida' || estado === 'expirada' ? calls().where('l.por_prazo', '=', sql.lit(true)) : calls()
}

/** The ids of one page, newest first, read from where the last page ended. */
function pageOf(view: HistoryView, parts: readonly Part[], after: PageEnd<string> | null, limit: number) {
  const { usuarioId, estado, since, until } = view
  const narrowed = (of: Calls) =>
    of
      .where(({ eb }) => ifGiven(usuarioId, (id) => eb('l.usuario_id', '=', id)))
      .where(({ eb }) =>
        ifGiven(estado, (estado) =>
          estado === 'atendida' ? eb('l.atendida_em', 'is not', null) : eb('l.estado', '=', sql.lit(estado)),
        ),
      )
      .where(({ eb }) => ifGiven(since, (since) => eb('l.notificada_em', '>=', since)))
      .where(({ eb }) => ifGiven(until, (until) => eb('l.notificada_em', '<', until)))
      .where(ifGiven(after, (end) => olderThan(end, 'l.notificada_em', 'l.id')))
      .orderBy('l.notificada_em', 'desc')
      .orderBy('l.id', 'desc')
      .limit(limit)
  return build
    .selectFrom(
      unionAll(
        parts.map((part) => part(narrowed)),
        'p',
      ),
    )
    .select(['p.id', 'p.notificada_em', 'p.id_cliente'])
    .distinct()
    .orderBy('p.notificada_em', 'desc')
    .orderBy('p.id', 'desc')
    .limit(limit)
}

/** Filters the calls whose customer's name, or whose ticket, has the words. */
async function meant(
  { query }: Database,
  looked: readonly Found[],
  palavras: readonly string[],
  leitor: number | null,
): Promise<Found[]> {
  const ids = looked.map(({ id }) => id)
  const clientes = [...new Set(looked.flatMap(({ id_cliente }) => id_cliente ?? []))]
  const [atendimentos, names] = await Promise.all([
    query(
      build
        .selectFrom('atendimento as t')
        .select('t.ligacao_id')
        .where(among(column('atendimento', 't', 'ligacao_id'), cast(ids, 'uuid[]')))
        .where(havingAll(palavras, dobradas))
        .where(readable(leitor)),
    ),
    query(
      build
        .selectFrom('cliente as c')
        .select('c.id_cliente')
        .where(among(column('cliente', 'c', 'id_cliente'), cast(clientes, 'int[]')))
        .where(havingAll(palavras, column('cliente', 'c', 'busca'))),
    ),
  ])
  const worded = new Set(atendimentos.map(({ ligacao_id }) => ligacao_id))
  const called = new Set(names.map(({ id_cliente }) => id_cliente))
  return looked.filter(({ id, id_cliente }) => worded.has(id) || (id_cliente !== null && called.has(id_cliente)))
}

/** How many calls the walk reads in its first query, and in each query at most. */
const [fewLooked, mostLooked] = [500, 8_000]
/** After so many calls a walk ends without a full page, and the next page goes on: a desk may have millions of them. */
const mostWalked = 60_000

/** `reached`: where the search ended before it had looked at all calls or filled the page; else null. */
type FoundSoFar = { found: Found[]; reached: PageEnd<string> | null }

/** Walks through the calls, newest first, until `limit` of them are found that have the words. */
async function walkFor(
  database: Database,
  view: HistoryView,
  palavras: readonly string[],
  start: PageEnd<string> | null,
  limit: number,
): Promise<FoundSoFar> {
  const found: Found[] = []
  let [after, walked] = [start, 0]
  for (let size = fewLooked; found.length < limit; size = Math.min(2 * size, mostLooked)) {
    if (walked >= mostWalked) return { found, reached: after }
    const looked = await database.query(pageOf(view, [only(walk(view))], after, size))
    found.push(...(await meant(database, looked, palavras, view.leitor)))
    const last = looked.at(-1)
    if (!last || looked.length < size) break
    after = { em: last.notificada_em, id: last.id }
    walked += looked.length
  }
  return { found: found.slice(0, limit), reached: null }
}

/** The ids of the calls that the view finds, newest first, `limit` of them after the cursor. */
export async function findLigacoes(
  database: Database,
  view: HistoryView,
  after: PageEnd<string> | null,
  limit: number,
): Promise<FoundSoFar> {
  const parts = view.termo ? await meanings(database, view.termo, view.leitor) : [only(walk(view))]
  if (view.termo && parts === null) return walkFor(database, view, view.termo.palavras, after, limit)
  const found = parts?.length ? await database.query(pageOf(view, parts, after, limit)) : []
  return { found, reached: null }
}

/** The first words of these calls' tickets, in one line, by the call. */
export async function firstWords(
  { query }: Database,
  ids: readonly string[],
  leitor: number | null,
): Promise<Map<string, string>> {
  const rows = await query(
    build
      .selectFrom('atendimento as t')
      .select('t.ligacao_id')
      .select(firstWordsOf('t').as('palavras'))
      .where(among(column('atendimento', 't', 'ligacao_id'), cast([...ids], 'uuid[]')))
      .where(readable(leitor)),
  )
  return new Map(rows.flatMap(({ ligacao_id, palavras }) => (ligacao_id && palavras ? [[ligacao_id, palavras]] : [])))
}
