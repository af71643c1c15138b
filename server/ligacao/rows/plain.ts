import type { Expression, SqlBool } from 'kysely'
import { before, eb, none } from '../../database/statement.ts'
import { markLifetimeMs } from '../rules/call.ts'

// What makes a message plain, for plainRing.ts, plainRingAlone.ts and centralEnds.ts. Why OFFSET 0: see `factsOf`.

type Text = Expression<string | null>

/** Whether two internal ids are the same, whatever the case of their letters. */
export const sameIdentificador = (one: Text, other: Text) => eb(eb.fn('lower', [one]), '=', eb.fn('lower', [other]))

/** The message does not say it (null), or what it says agrees. */
export const ifSaid = (said: Text, agrees: Expression<SqlBool>) => eb.or([eb(said, 'is', null), agrees])

/** No cancel has left a mark at the user. */
export const noMark = (usuario: Expression<number>, agora: Expression<Date>) =>
  none(
    eb
      .selectFrom('marca_cancelamento as m')
      .select('m.id')
      .where('m.usuario_id', '=', usuario)
      .where('m.criada_em', '>', before(agora, markLifetimeMs))
      .offset(0),
  )

/** No call of the user has the key. */
export const keyUnknown = (usuario: Expression<number>, chave: Text) =>
  none(
    eb
      .selectFrom('ligacao as l')
      .select('l.id')
      .where('l.usuario_id', '=', usuario)
      .where('l.chave', '=', chave)
      .offset(0),
  )

/** The call has a key, or no open window of the user has its telephone. */
export const noWindow = (usuario: Expression<number>, chave: Text, telefone: Expression<string>) =>
  eb.or([
    eb(chave, 'is not', null),
    none(
      eb
        .selectFrom('ligacao_aberta as i')
        .select('i.ligacao_id')
        .where('i.usuario_id', '=', usuario)
        .where('i.telefone_chave', '=', telefone)
        .offset(0),
    ),
  ])
