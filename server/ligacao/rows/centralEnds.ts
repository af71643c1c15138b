import { type Expression, sql } from 'kysely'
import { admittedToken } from '../../acesso/rows/tokens.ts'
import type { Database } from '../../database/database.ts'
import { after, before, cast, choose, column, db, eb, type Place, statement } from '../../database/statement.ts'
import { type KnownLigacao, windowLifetimeMs } from '../rules/call.ts'
import type { CalledUser } from './facts.ts'
import type { Question } from './factsStatement.ts'
import { besideWindow, type LigacaoRow, windowOf } from './ligacao.ts'
import { changing, movingQueue, type QueueVersion, queueOfUser } from './openings.ts'
import { ifSaid, isNamed, sameIdentificador } from './plain.ts'

// The exchange ends a call. Every change of a call moves `versao` on, so that screens know the newer of two events.

/** How the exchange ends a call: whether somebody had attended, and whether it says that the conversation broke off. */
interface CentralEnd {
  estado: 'cancelada' | 'fechada'
  caiu: boolean | null
}
type EndingByCentral = QueueVersion & CentralEnd & { id: string; versao: number; now: Date }

/** An open window that somebody attends. */
const inConversation = eb.and([
  eb(column('ligacao', 'l', 'estado'), '=', 'aberta'),
  eb(column('ligacao', 'l', 'atendida_em'), 'is not', null),
])

const fechada = cast(sql.lit('fechada'), '"EstadoLigacao"')

/** An open window that nobody attends ends as missed, unless a colleague of its ring group attended since it rang. */
const endOfUnattended = choose(
  eb.exists(
    eb
      .selectFrom('ligacao as g')
      .select('g.id')
      .where('g.grupo', '=', column('ligacao', 'l', 'grupo'))
      .where('g.atendida_em', '>=', column('ligacao', 'l', 'tocada_em')),
  ),
  fechada,
  cast(sql.lit('cancelada'), '"EstadoLigacao"'),
)

/** The columns that an end by the exchange changes, beside the state. */
const endSet = (now: Expression<Date>, caiu: Expression<boolean | null>) => ({
  encerrada_por: 'central' as const,
  // A window that its agent had closed keeps the time at which it was closed.
  encerrada_em: eb.fn.coalesce(column('ligacao', 'l', 'encerrada_em'), now),
  caida_em: choose(
    eb.and([inConversation, eb(cast(caiu, 'bool'), 'is not', false)]),
    now,
    column('ligacao', 'l', 'caida_em'),
  ),
  caiu: choose(inConversation, cast(caiu, 'bool'), column('ligacao', 'l', 'caiu')),
})

const endedByCentral = statement('ligacao_end_by_central', (the: Place<EndingByCentral>) =>
  movingQueue(the)
    .with('fim', (of) =>
      // If the call was attended meanwhile, nothing is written, and the end is decided anew.
      changing(of, the)
        .set({
          ...endSet(cast(the('now'), 'timestamptz'), the('caiu')),
          estado: choose(eb(the('estado'), '=', 'fechada'), fechada, endOfUnattended),
        })
        .returningAll('l'),
    )
    .selectFrom('fim as l')
    .select(windowOf)
    .select(besideWindow),
)

/**
 * Ends the call for the exchange and returns it; one that its agent had closed is then over for good. Undefined, and
 * nothing written, if the queue or the call changed meanwhile.
 */
export async function endByCentral(
  { run }: Database,
  usuario: CalledUser,
  { id, versao }: KnownLigacao,
  end: CentralEnd,
  now: Date,
): Promise<LigacaoRow | undefined> {
  return (await run(endedByCentral, { ...queueOfUser(usuario), ...end, id, versao, now }))[0]
}

/**
 * A plain cancel, as nearly every cancel is, in one statement, as plainRing.ts does for rings. A cancel is plain if its
 * token is admitted and it names one user, who has one open window with its key, and with its telephone if it names
 * one. The version of the user's queue stays: whoever decided while the window was open names the window's own version,
 * or its key, and so finds that it is over.
 */
const end = statement('ligacao_end_plain', (the: Place<Question>) => {
  const agora = cast(the('agora'), 'timestamptz')
  const ramal = cast(the('ramal'), 'text')
  const identificador = cast(the('identificador_interno'), 'text')
  const meant = db
    .selectFrom('ligacao as l')
    .select('l.id')
    .where('l.chave', '=', the('chave'))
    .where('l.estado', '=', 'aberta')
    .where(({ or, eb }) => or([eb(the('telefone_chave'), '=', ''), eb('l.telefone_chave', '=', the('telefone_chave'))]))
    .where('l.notificada_em', '>', before(agora, windowLifetimeMs))
    .where('l.notificada_em', '<', after(agora, windowLifetimeMs))
  return db
    .with('alvo', (of) =>
      of
        .selectFrom('usuario as u')
        .select('u.id')
        .where(({ ref }) => isNamed([ref('u.ramal'), ref('u.identificador_interno')], [ramal, identificador]))
        .where('u.desativado', 'is not', true)
        .where(({ eb }) => ifSaid(ramal, eb('u.ramal', '=', ramal)))
        .where(({ ref }) => ifSaid(identificador, sameIdentificador(ref('u.identificador_interno'), identificador)))
        .where(({ exists }) => exists(admittedToken(the('token'), agora, the('ip')).offset(0)))
        .where(({ exists, ref }) => exists(meant.where('l.usuario_id', '=', ref('u.id')).offset(0))),
    )
    .with('fim', (of) =>
      of
        .updateTable('ligacao as l')
        .from('alvo as a')
        .set(({ eb }) => ({
          ...endSet(agora, the('caiu')),
          estado: choose(eb('l.atendida_em', 'is', null), endOfUnattended, fechada),
          versao: eb('l.versao', '+', 1),
        }))
        .whereRef('l.usuario_id', '=', 'a.id')
        .where('l.chave', '=', the('chave'))
        // After a wait for the row lock PostgreSQL reads the row again: a window that was attended meanwhile ends as
        // attended, and one that ended meanwhile is left alone.
        .where('l.estado', '=', 'aberta')
        .returningAll('l'),
    )
    .selectFrom('fim as l')
    .select(windowOf)
    .select(besideWindow)
})

/** Ends the window that a plain cancel means and returns it; undefined, and nothing written, when it is not plain. */
export async function endPlainCall({ run }: Database, question: Question): Promise<LigacaoRow | undefined> {
  return (await run(end, question))[0]
}
