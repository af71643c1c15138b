import type { Database } from '../../database/database.ts'
import { cast, count, db, type Place, statement } from '../../database/statement.ts'
import { tellsCaller } from '../../ligacao/rows/ligacao.ts'
import { firstAttended, missed, unsettled } from './missed.ts'

/** The next `quantas` open missed calls, oldest first: notes them, and returns the last one and how many were noted. */
const noted = statement('perdida_atendida', (the: Place<{ depois: Date; id: string; quantas: number }>) =>
  db
    .with('fatia', (of) =>
      of
        .selectFrom('ligacao as l')
        .select(['l.id', 'l.notificada_em', firstAttended('l').as('em')])
        .where(missed('l'))
        .where(unsettled('l'))
        .where(({ refTuple, tuple, ...each }) =>
          each.eb(
            refTuple('l.notificada_em', 'l.id'),
            '>',
            tuple(cast(the('depois'), 'timestamptz'), cast(the('id'), 'uuid')),
          ),
        )
        .orderBy('l.notificada_em')
        .orderBy('l.id')
        .limit(cast(the('quantas'), 'int')),
    )
    // An agent who acts on a call goes first: a locked row is skipped, and noted the next time.
    .with('livre', (of) =>
      of
        .selectFrom('ligacao as l')
        .innerJoin('fatia as f', 'f.id', 'l.id')
        .select(['l.id', 'f.em'])
        .where('f.em', 'is not', null)
        .where(tellsCaller('l'))
        .whereRef('l.notificada_em', '=', 'f.notificada_em')
        .forUpdate('l')
        .skipLocked(),
    )
    .with('notada', (of) =>
      of
        .updateTable('ligacao as l')
        .from('livre')
        .set((each) => ({ atendida_depois_em: each.ref('livre.em') }))
        .whereRef('l.id', '=', 'livre.id')
        .returning('l.id'),
    )
    .selectFrom('fatia')
    .select(['id', 'notificada_em'])
    .select(({ selectFrom }) => selectFrom('notada').select(count.as('n')).$asScalar().as('notadas'))
    .orderBy('notificada_em', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
)

/** Where a walk over the open missed calls stands. */
interface Walked {
  notificada_em: Date
  id: string
}

/** Where a walk begins, before the oldest call. */
export const atOldest: Walked = { notificada_em: new Date(0), id: '00000000-0000-0000-0000-000000000000' }

/**
 * Looks at the next `most` open missed calls and notes those whose callers were attended since. Returns the last call
 * it looked at and how many it noted; undefined when none is left. Rows that somebody has locked stay as they are.
 */
export async function noteAttendedSince({ run }: Database, { notificada_em, id }: Walked, most: number) {
  const [row] = await run(noted, { depois: notificada_em, id, quantas: most })
  return row && { last: { notificada_em: row.notificada_em, id: row.id }, notadas: row.notadas }
}
