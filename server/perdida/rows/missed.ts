import { sql } from 'kysely'
import { after, column, eb } from '../../database/statement.ts'
import { tellsCaller } from '../../ligacao/rows/ligacao.ts'
import { endedUnheard } from '../../ligacao/rules/isPerdida.ts'
import { returnWithinMs } from '../rules.ts'
import type { Situacao } from '../wire.ts'

// What a missed call is and how it stands, as conditions on a row of `ligacao` under an alias.

/** Missed: `isPerdida` says the same. */
export const missed = (l: string) =>
  eb.and([eb(column('ligacao', l, 'estado'), 'in', endedUnheard), eb(column('ligacao', l, 'atendida_em'), 'is', null)])

/**
 * The same caller rings again, at any extension, within `returnWithinMs` after the conversation ended. A window that rings
 * on moves its `notificada_em`, so the first ring of a window that opened since then counts, too.
 */
export const rangAgain = (l: string) => {
  const ended = column('ligacao', l, 'caida_em')
  const inTime = after(ended, returnWithinMs)
  return eb.and([
    tellsCaller(l),
    eb.exists(
      eb
        .selectFrom('ligacao as r')
        .select('r.id')
        .where('r.telefone_chave', '=', column('ligacao', l, 'telefone_chave'))
        .where('r.notificada_em', '>', ended)
        .where(({ or, and, eb }) =>
          or([
            eb('r.notificada_em', '<=', inTime),
            and([eb('r.aberta_em', '>', ended), eb('r.aberta_em', '<=', inTime)]),
          ]),
        ),
    ),
  ])
}

/** Its conversation broke off: by the exchange's cause, as the agent says, or because the caller rings again. */
export const brokeOff = (l: string) =>
  eb.and([
    eb(column('ligacao', l, 'caida_em'), 'is not', null),
    eb(column('ligacao', l, 'estado'), '<>', sql.lit('aberta' as const)),
    eb.or([eb(column('ligacao', l, 'caiu'), '=', sql.lit(true)), rangAgain(l)]),
  ])

/** When the same caller was first attended after the call began to ring. Means nothing unless `tellsCaller`. */
export const firstAttended = (l: string) =>
  eb
    .selectFrom('ligacao as a')
    .select(({ fn }) => fn.min('a.atendida_em').as('em'))
    .where('a.telefone_chave', '=', column('ligacao', l, 'telefone_chave'))
    .where('a.atendida_em', '>=', column('ligacao', l, 'notificada_em'))
    .$asScalar()

/**
 * The same caller was attended after the call began to ring. A scalar subquery, like that of `isNewest`, runs call by
 * call: the planner would join an EXISTS, and with a long period read everything for one page.
 */
const attendedAfter = (l: string) => eb.and([tellsCaller(l), eb(firstAttended(l), 'is not', null)])

/** A missed call that nobody settled, with no note that its caller was attended since. A partial index holds these. */
export const unsettled = (l: string) => eb(column('ligacao', l, 'por_retornar'), '=', sql.lit(true))

export const standsAs = (situacao: Situacao, l: string) =>
  situacao === 'aberta'
    ? eb.and([unsettled(l), eb.not(attendedAfter(l))])
    : eb.or([eb.not(unsettled(l)), attendedAfter(l)])
