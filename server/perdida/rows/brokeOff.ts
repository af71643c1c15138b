import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { cast, db, type Place, statement, when } from '../../database/statement.ts'
import { rangAgain } from './missed.ts'

const judged = statement('caida_julgar', (the: Place<{ before: Date; most: number }>) =>
  db
    .with('livre', (of) =>
      of
        .selectFrom('ligacao as k')
        .select(['k.id', rangAgain('k').as('voltou')])
        .where('k.caida_em', 'is not', null)
        .where('k.tratada_em', 'is', null)
        .where('k.caida_em', '<', the('before'))
        .where('k.caiu', 'is', null)
        .orderBy('k.caida_em')
        .orderBy('k.id')
        .limit(cast(the('most'), 'int'))
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('ligacao as l')
    .from('livre')
    .set((each) => ({
      caiu: when(each.ref('livre.voltou'), sql.lit(true)),
      caida_em: when(each.ref('livre.voltou'), each.ref('l.caida_em')),
    }))
    .whereRef('l.id', '=', 'livre.id')
    .returning('l.id'),
)

/**
 * Looks at the oldest `most` conversations that the exchange ended before that instant without a cause. Notes that one
 * broke off if the caller rang again, else that it simply ended. Skips locked rows. Returns how many it looked at.
 */
export const judgeEnds = async ({ run }: Database, before: Date, most: number): Promise<number> =>
  (await run(judged, { before, most })).length

/** Notes that a conversation of this user broke off. False when the call is no ended conversation of theirs. */
export async function noteBrokeOff({ run }: Database, usuario_id: number, id: string): Promise<boolean> {
  return (await run(said, { usuario_id, id })).length > 0
}

const said = statement('caida_dita', (the: Place<{ usuario_id: number; id: string }>) =>
  db
    .updateTable('ligacao')
    .set(({ fn }) => ({ caiu: true, caida_em: fn.coalesce('caida_em', 'encerrada_em') }))
    .where('id', '=', the('id'))
    .where('usuario_id', '=', the('usuario_id'))
    .where('estado', '=', 'fechada')
    .where('atendida_em', 'is not', null)
    .where('encerrada_por', 'in', ['atendente', 'central'])
    .returning('id'),
)
