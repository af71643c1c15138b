import { type InferResult, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { cutPage, olderThan, type Page, type PageEnd } from '../../database/pages.ts'
import { among, before, build, cast, column, count, eb, ifGiven, unnest } from '../../database/statement.ts'
import { tellsCaller } from '../../ligacao/rows/ligacao.ts'
import { callerKeyOf, windowLifetimeMs } from '../../ligacao/rules/call.ts'
import { formatTelefone } from '../../telefone/rules/formatTelefone.ts'
import { callerOf, groupPerdidas, type PerdidaGroup } from '../rules.ts'
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

/** For each of these calls, the call in which its caller was first attended afterwards. */
const settling = (ids: readonly string[]) =>
  build
    .selectFrom('ligacao as h')
    .crossJoinLateral((each) =>
      each
        .selectFrom('ligacao as k')
        .select('k.id')
        .whereRef('k.telefone_chave', '=', 'h.telefone_chave')
        .whereRef('k.atendida_em', '>=', 'h.notificada_em')
        .orderBy('k.atendida_em')
        .limit(sql.lit(1))
        .as('a'),
    )
    .select('a.id')
    .where(among(column('ligacao', 'h', 'id'), cast([...ids], 'uuid[]')))
    .where(tellsCaller('h'))

/**
 * The calls that a page found, those that settled them (`settling`), and the newest calls of these callers in the
 * period that were missed or attended.
 */
const callsOf = (ids: readonly string[], chaves: readonly string[], { since, until, reach }: PerdidasView) =>
  build
    .selectFrom(unnest([...chaves], 'text[]', 't', 'chave'))
    .innerJoinLateral(
      (each) =>
        each
          .selectFrom('ligacao as k')
          .select('k.id')
          .whereRef('k.telefone_chave', '=', 't.chave')
          .where('k.notificada_em', '>', before(cast(reach ?? since, 'timestamptz'), windowLifetimeMs))
          .where(({ eb }) => ifGiven(until, (until) => eb('k.notificada_em', '<', until)))
          .where((of) => of.or([missed('k'), of('k.atendida_em', 'is not', null)]))
          .orderBy('k.notificada_em', 'desc')
          .limit(mostOfCaller)
          .as('k'),
      (join) => join.onTrue(),
    )
    .select('k.id')
    .union(build.selectFrom(unnest([...ids], 'uuid[]', 'h', 'id')).select('h.id'))
    .union(settling(ids))

const told = (ids: readonly string[], chaves: readonly string[], view: PerdidasView) =>
  build
    .selectFrom(callsOf(ids, chaves, view).as('i'))
    .innerJoin('ligacao as l', 'l.id', 'i.id')
    .innerJoin('usuario as u', 'u.id', 'l.usuario_id')
    .leftJoin('cliente as c', 'c.id_cliente', 'l.id_cliente')
    .leftJoin('usuario as p', 'p.id', 'l.assumida_por')
    .leftJoin('usuario as q', 'q.id', 'l.tratada_por')
    .select(['l.id', 'l.usuario_id', 'l.estado', 'l.telefone', 'l.telefone_chave', 'l.notificada_em', 'l.atendida_em'])
    .select(['l.exibida_em', 'l.toque_entregue', 'l.assumida_em', 'l.tratada_em', 'l.atendida_depois_em'])
    .select(['u.nome', 'u.usuario', 'l.id_cliente', 'c.nome_razaosocial', 'p.nome as assumida_nome'])
    .select(['p.usuario as assumida_usuario', 'q.nome as tratada_nome', 'q.usuario as tratada_usuario'])

type ToldCall = InferResult<ReturnType<typeof told>>[number]

export const feito = (nome: string | null, usuario: string | null, em: Date | null) =>
  nome === null || usuario === null || em === null ? null : { usuario: { nome, usuario }, em: em.toISOString() }

function presentPerdida({ chamador, calls, naoVistas, assumida, atendida }: PerdidaGroup<ToldCall>): Perdida {
  const [newest] = calls
  const known = calls.find(({ nome_razaosocial }) => nome_razaosocial !== null)
  const people = new Map(calls.map(({ usuario, nome }) => [usuario, { nome, usuario }]))
  return {
    id: newest.id,
    chamador,
    telefone: newest.telefone,
    telefone_formatado: formatTelefone(newest.telefone),
    cliente: known ? { id_cliente: Number(known.id_cliente), nome_razaosocial: String(known.nome_razaosocial) } : null,
    total: calls.length,
    nao_vistas: naoVistas,
    primeira_em: (calls.at(-1) ?? newest).notificada_em.toISOString(),
    ultima_em: newest.notificada_em.toISOString(),
    usuarios: [...people.values()],
    assumida: assumida && feito(assumida.assumida_nome, assumida.assumida_usuario, assumida.assumida_em),
    tratada: feito(newest.tratada_nome, newest.tratada_usuario, newest.tratada_em),
    atendida: atendida && feito(atendida.nome, atendida.usuario, atendida.atendida_em),
  }
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
  const chaves = page.flatMap((row) => callerKeyOf(row) || [])
  // Read in any case: a caller may have called more than `mostOfCaller` times since.
  const ids = page.map(({ id }) => id)
  const { usuarioId, since, until, reach } = view
  const shows = (call: ToldCall) =>
    (usuarioId === null || call.usuario_id === usuarioId) &&
    call.notificada_em >= (reach ?? since) &&
    (!reach || call.notificada_em >= since || (call.tratada_em !== null && call.tratada_em >= since)) &&
    (until === null || call.notificada_em < until)
  const groups = groupPerdidas(await query(told(ids, chaves, view)), view.situacao, shows)
  const onPage = new Set(page.map(callerOf))
  return { page: groups.filter(({ chamador }) => onPage.has(chamador)).map(presentPerdida), next }
}

/** How many callers wait, `mostCounted` at most. */
export async function countPerdidas({ query }: Database, view: Omit<PerdidasView, 'situacao'>): Promise<number> {
  const open = heads({ ...view, situacao: 'aberta' }, null, mostCounted)
  const [row] = await query(build.selectFrom(open.as('l')).select(count.as('total')))
  return row?.total ?? 0
}
