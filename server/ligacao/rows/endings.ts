import { type Expression, type SqlBool, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { among, arrayOf, cast, choose, db, eb, type Place, statement, unseen } from '../../database/statement.ts'
import type { KnownLigacao } from '../rules/call.ts'
import { testKey } from './lastRing.ts'
import { tellsCaller } from './ligacao.ts'
import { isOpen, isOpenOf } from './openWindows.ts'

// How calls end that the exchange does not end. Every change of a call moves `versao` on, so that screens know the newer
// of two events.

const open = (isOpen: Expression<SqlBool>) => db.selectFrom('ligacao as k').select('k.id').where(isOpen)

/** The state of a call that ends by its age. A test ring that was left open is `fechada`: nobody missed a caller. */
const ended = (chave: Expression<string | null>, estado: 'expirada' | 'perdida') =>
  cast(choose(eb(chave, 'like', sql.lit(`${testKey}%`)), sql.lit('fechada'), sql.lit(estado)), '"EstadoLigacao"')

/** The desk ends these calls; their rows are locked in the order of their ids: docs/decisions/0077. */
const ending = (the: Place<{ now: Date }>, estado: 'expirada' | 'perdida', which: ReturnType<typeof open>) =>
  db
    .updateTable('ligacao as l')
    .set((each) => ({
      estado: ended(each.ref('l.chave'), estado),
      encerrada_por: 'prazo',
      encerrada_em: the('now'),
      versao: each('l.versao', '+', 1),
    }))
    .where('l.id', 'in', which.orderBy('k.id').forUpdate())
    .returning(['l.id', 'l.grupo', 'l.tocada_em'])

const expired = statement('ligacao_expire', (the: Place<{ before: Date; after: Date; now: Date }>) =>
  ending(
    the,
    'expirada',
    open(isOpen('k')).where((each) =>
      each.or([each('k.notificada_em', '<=', the('before')), each('k.notificada_em', '>=', the('after'))]),
    ),
  ),
)

/** Ends the open windows that were notified `ms` milliseconds ago or earlier, or dated as far ahead. Returns them. */
export const expireWindows = ({ run }: Database, ms: number, now: Date) =>
  run(expired, { before: new Date(now.getTime() - ms), after: new Date(now.getTime() + ms), now })

const missedUnseen = statement('ligacao_miss_unseen', (the: Place<{ usuarios: number[]; before: Date; now: Date }>) =>
  ending(
    the,
    'perdida',
    open(isOpenOf('k', unseen(the('usuarios'))))
      .where('k.exibida_em', 'is', null)
      .where('k.toque_entregue', 'is', null)
      .where('k.atendida_em', 'is', null)
      // In a subquery, so that the planner does not see the value; `unseen` says why.
      .where('k.notificada_em', '<', db.selectNoFrom(cast(the('before'), 'timestamptz').as('em'))),
  ),
)

/**
 * Ends as missed those of these users' calls that are older than `before`, that nobody attended and that no connected
 * screen was told of; returns them. It runs whenever a screen connects.
 */
export const missUnseen = ({ run }: Database, usuarios: readonly number[], before: Date, now: Date) =>
  run(missedUnseen, { usuarios: [...usuarios], before, now })

const missedUncertain = statement('ligacao_miss_uncertain', (the: Place<{ before: Date; now: Date }>) =>
  ending(
    the,
    'perdida',
    open(isOpen('k')).where('k.atendida_em', 'is', null).where('k.incerta_em', '<=', the('before')),
  ),
)

/** Ends as missed the calls that are uncertain since `before` or longer; returns them. */
export const missUncertain = ({ run }: Database, before: Date, now: Date) => run(missedUncertain, { before, now })

/** The agent closes the window. False when it was not open or not theirs. */
export async function closeWindow({ prisma }: Database, usuario_id: number, id: string, now: Date): Promise<boolean> {
  const { count } = await prisma.ligacao.updateMany({
    where: { id, usuario_id, estado: 'aberta' },
    data: { estado: 'fechada', encerrada_por: 'atendente', encerrada_em: now, versao: { increment: 1 } },
  })
  return count === 1
}

const released = statement('ligacao_release_key', (the: Place<{ id: string; versao: number }>) =>
  db
    .updateTable('ligacao')
    .set((each) => ({ chave: null, versao: each('versao', '+', 1) }))
    .where('id', '=', the('id'))
    .where('versao', '=', the('versao')),
)

/** Takes the key from a call that is long over, because the exchange uses it for another call. All else stays. */
export async function releaseKey({ run }: Database, { id, versao }: KnownLigacao) {
  await run(released, { id, versao })
}

const missedBy = statement('ligacao_missed_by', (the: Place<{ ids: string[] }>) =>
  db
    .selectFrom('ligacao as l')
    .select('l.usuario_id')
    .distinct()
    .where('l.por_retornar', '=', true)
    .where((each) =>
      among(
        each.ref('l.telefone_chave'),
        arrayOf(
          each
            .selectFrom('ligacao as a')
            .select('a.telefone_chave')
            .where(({ ref }) => among(ref('a.id'), cast(the('ids'), 'uuid[]')))
            .where(tellsCaller('a')),
        ),
      ),
    ),
)

/** The users who have yet to call back the callers of these calls. */
export const usersWhoMissed = async ({ run }: Database, ids: string[]): Promise<number[]> =>
  (await run(missedBy, { ids })).map(({ usuario_id }) => usuario_id)
