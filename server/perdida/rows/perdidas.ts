import { type InferResult, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { cutPage, olderThan, type Page, type PageEnd } from '../../database/pages.ts'
import { among, before, build, cast, column, count, eb, ifGiven, unnest } from '../../database/statement.ts'
import { tellsCaller } from '../../ligacao/rows/ligacao.ts'
import { callerKeyOf, windowLifetimeMs } from '../../ligacao/rules/call.ts'
import { formatTelefone } from '../../telefone/rules/formatTelefone.ts'
import { callerOf } from '../rules.ts'
import { mostCounted, type Perdida, type Situacao } from '../wire.ts'
import { missed, standsAs, unsettled } from './missed.ts'

/** Whose missed calls of which time a list shows; `until` is the first instant after that time. */
export interface PerdidasView {
  situacao: Situacao
  /** Null: everybody's. */
  usuarioId: number | null
  since: Date
  until: Date | null
  /** If given, calls from this instant on are shown too if somebody settled them since `since`. */
  reach?: Date
}

const shownIn = ({ usuarioId, since, until, reach }: PerdidasView, l: string) =>
  eb.and([
    eb(column('ligacao', l, 'notificada_em'), '>=', reach ?? since),
    ifGiven(reach, () =>
      eb.or((['notificada_em', 'tratada_em'] as const).map((name) => eb(column('ligacao', l, name), '>=', since))),
    ),
    ifGiven(until, (until) => eb(column('ligacao', l, 'notificada_em'), '<', until)),
    ifGiven(usuarioId, (id) => eb(column('ligacao', l, 'usuario_id'), '=', id)),
  ])

/**
 * `l` is the caller's latest such call, which stands for the others. A call after an open one is open too unless
 * somebody settled it, since its caller was not attended in between: `unsettled` is enough there.
 */
const isNewest = (view: PerdidasView) => {
  const later = eb
    .selectFrom('ligacao as k')
    .select(sql.lit(false).as('newest'))
    .where('k.telefone_chave', '=', column('ligacao', 'l', 'telefone_chave'))
    .where(({ refTuple, tuple, ...each }) =>
      each.eb(
        refTuple('k.notificada_em', 'k.id'),
        '>',
        tuple(column('ligacao', 'l', 'notificada_em'), column('ligacao', 'l', 'id')),
      ),
    )
    .where(missed('k'))
    .where(shownIn(view, 'k'))
    .where(view.situacao === 'aberta' ? unsettled('k') : standsAs(view.situacao, 'k'))
    .limit(sql.lit(1))
  return eb.or([eb.not(tellsCaller('l')), eb.fn.coalesce(later.$asScalar(), sql.lit(true))])
}

/**
 * The newest missed call of each caller, newest first. OFFSET 0 keeps the planner from merging the two queries: so the
 * expensive conditions of the outer one are checked call by call until the page is full. Merged, they would be checked for
 * every call of the period first. Only for open calls: they are few.
 */
function heads(view: PerdidasView, after: PageEnd<string> | null, limit: number) {
  const walk = build
    .selectFrom('ligacao as l')
    .select(['l.id', 'l.telefone_chave', 'l.notificada_em', 'l.por_retornar'])
    .where(shownIn(view, 'l'))
    .where(missed('l'))
    .where(ifGiven(after, (end) => olderThan(end, 'l.notificada_em', 'l.id')))
    .$if(view.situacao === 'aberta', (open) =>
      open.where(unsettled('l')).orderBy('l.notificada_em', 'desc').orderBy('l.id', 'desc').offset(0),
    )
  return build
    .selectFrom(walk.as('l'))
    .select(['l.id', 'l.telefone_chave', 'l.notificada_em'])
    .where(standsAs(view.situacao, 'l'))
    .where(isNewest(view))
    .orderBy('l.notificada_em', 'desc')
    .orderBy('l.id', 'desc')
    .limit(limit)
}

/** At most this many calls of one caller are read, the newest ones. */
const mostOfCaller = 500

/** The calls that a page found, and the newest missed calls of these callers, whoever's they are. */
const callsOf = (heads: readonly Head[], { since, until, reach }: PerdidasView) =>
  build
    .selectFrom(
      unnest(
        heads.flatMap((head) => callerKeyOf(head) || []),
        'text[]',
        't',
        'chave',
      ),
    )
    .innerJoinLateral(
      (each) =>
        each
          .selectFrom('ligacao as k')
          .select('k.id')
          .whereRef('k.telefone_chave', '=', 't.chave')
          .where('k.notificada_em', '>', before(cast(reach ?? since, 'timestamptz'), windowLifetimeMs))
          .where(({ eb }) => ifGiven(until, (until) => eb('k.notificada_em', '<', until)))
          .where(missed('k'))
          .orderBy('k.notificada_em', 'desc')
          .limit(mostOfCaller)
          .as('k'),
      (join) => join.onTrue(),
    )
    .select('k.id')
    // Read in any case: a caller may have called more than `mostOfCaller` times since.
    .union(
      build
        .selectFrom(
          unnest(
            heads.map(({ id }) => id),
            'uuid[]',
            'h',
            'id',
          ),
        )
        .select('h.id'),
    )

/** The calls of a page's callers in its situation, newest first; the page shows those that are `mostrada`. */
const told = (heads: readonly Head[], view: PerdidasView) =>
  build
    .selectFrom(callsOf(heads, view).as('i'))
    .innerJoin('ligacao as l', 'l.id', 'i.id')
    .innerJoin('usuario as u', 'u.id', 'l.usuario_id')
    .leftJoin('cliente as c', 'c.id_cliente', 'l.id_cliente')
    .leftJoin('usuario as p', 'p.id', 'l.assumida_por')
    .leftJoin('usuario as q', 'q.id', 'l.tratada_por')
    .select(['l.id', 'l.telefone', 'l.telefone_chave', 'l.notificada_em', 'l.exibida_em', 'l.toque_entregue'])
    .select(['l.assumida_em', 'l.tratada_em', 'u.nome', 'u.usuario', 'l.id_cliente', 'c.nome_razaosocial'])
    .select(['p.nome as assumida_nome', 'p.usuario as assumida_usuario'])
    .select(['q.nome as tratada_nome', 'q.usuario as tratada_usuario'])
    .select(shownIn(view, 'l').as('mostrada'))
    .where(missed('l'))
    .where(standsAs(view.situacao, 'l'))
    .orderBy('l.notificada_em', 'desc')
    .orderBy('l.id', 'desc')

/** For each of these calls, the call in which its caller was first attended afterwards. */
const settling = (heads: readonly Head[]) =>
  build
    .selectFrom('ligacao as h')
    .crossJoinLateral((each) =>
      each
        .selectFrom('ligacao as k')
        .select(['k.usuario_id', 'k.atendida_em'])
        .whereRef('k.telefone_chave', '=', 'h.telefone_chave')
        .whereRef('k.atendida_em', '>=', 'h.notificada_em')
        .orderBy('k.atendida_em')
        .limit(sql.lit(1))
        .as('a'),
    )
    .innerJoin('usuario as u', 'u.id', 'a.usuario_id')
    .select(['h.id', 'u.nome', 'u.usuario', 'a.atendida_em'])
    .where(
      among(
        column('ligacao', 'h', 'id'),
        cast(
          heads.map(({ id }) => id),
          'uuid[]',
        ),
      ),
    )
    .where(tellsCaller('h'))

type Head = InferResult<ReturnType<typeof heads>>[number]
type ToldCall = InferResult<ReturnType<typeof told>>[number]
type Settling = InferResult<ReturnType<typeof settling>>[number]

export const feito = (nome: string | null, usuario: string | null, em: Date | null) =>
  nome === null || usuario === null || em === null ? null : { usuario: { nome, usuario }, em: em.toISOString() }

/** A caller by their calls, newest first; none where somebody settled or reopened them since the page was found. */
function presentPerdida(calls: readonly ToldCall[], settlings: readonly Settling[]): Perdida[] {
  const shown = calls.filter(({ mostrada }) => mostrada)
  const [newest] = shown
  if (!newest) return []
  const known = shown.find(({ nome_razaosocial }) => nome_razaosocial !== null)
  const people = new Map(shown.map(({ usuario, nome }) => [usuario, { nome, usuario }]))
  // Whoever took the caller over last, also where that call is another agent's.
  const [assumida] = calls.toSorted((a, b) => Number(b.assumida_em) - Number(a.assumida_em))
  const atendida = settlings.find(({ id }) => id === newest.id)
  return [
    {
      id: newest.id,
      chamador: callerOf(newest),
      telefone: newest.telefone,
      telefone_formatado: formatTelefone(newest.telefone),
      cliente: known
        ? { id_cliente: Number(known.id_cliente), nome_razaosocial: String(known.nome_razaosocial) }
        : null,
      total: shown.length,
      // No connected screen was told of these, and none drew them.
      nao_vistas: shown.filter(({ exibida_em, toque_entregue }) => exibida_em === null && toque_entregue === null)
        .length,
      primeira_em: (shown.at(-1) ?? newest).notificada_em.toISOString(),
      ultima_em: newest.notificada_em.toISOString(),
      usuarios: [...people.values()],
      assumida: assumida ? feito(assumida.assumida_nome, assumida.assumida_usuario, assumida.assumida_em) : null,
      tratada: feito(newest.tratada_nome, newest.tratada_usuario, newest.tratada_em),
      atendida: atendida ? feito(atendida.nome, atendida.usuario, atendida.atendida_em) : null,
    },
  ]
}

/** The callers of missed calls, the one who called last first, `size` of them after the cursor. */
export async function perdidasPage(
  { query }: Database,
  view: PerdidasView,
  after: PageEnd<string> | null,
  size: number,
): Promise<Page<Perdida, string>> {
  const found = await query(heads(view, after, size + 1))
  const { page, next } = cutPage(found, size, ({ notificada_em: em, id }) => ({ em, id }))
  if (page.length === 0) return { page: [], next }
  const [calls, settlings] = await Promise.all([query(told(page, view)), query(settling(page))])
  const callsOfHead = (head: Head) => calls.filter((call) => callerOf(call) === callerOf(head))
  return { page: page.flatMap((head) => presentPerdida(callsOfHead(head), settlings)), next }
}

/** How many callers wait, `mostCounted` at most. */
export async function countPerdidas({ query }: Database, view: Omit<PerdidasView, 'situacao'>): Promise<number> {
  const open = heads({ ...view, situacao: 'aberta' }, null, mostCounted)
  const [row] = await query(build.selectFrom(open.as('l')).select(count.as('total')))
  return row?.total ?? 0
}
