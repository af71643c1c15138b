import type { Expression, SqlBool } from 'kysely'
import { before, eb, none } from '../../database/statement.ts'
import { markLifetimeMs } from '../rules/call.ts'

// Whom a message names, and what makes it plain. Why OFFSET 0: see `factsOf`.

type Text = Expression<string | null>

/** Whether two internal ids are the same, whatever the case of their letters. */
export const sameIdentificador = (one: Text, other: Text) => eb(eb.fn('lower', [one]), '=', eb.fn('lower', [other]))

/** Whether the extension or the internal id (the second of each pair) is the one that the message names. */
export const isNamed = ([ramal, identificador]: [Text, Text], [named, namedId]: [Text, Text]) =>
  eb.or([eb(ramal, '=', named), sameIdentificador(identificador, namedId)])

/** The message does not say it (null), or what it says agrees. */
export const ifSaid = (said: Text, agrees: Expression<SqlBool>) => eb.or([eb(said, 'is', null), agrees])

/**
 * Nothing at the user could be about the same call: no mark of a cancel, no call with its key, and, for a call without
 * a key, no open window with its telephone.
 */
export const nothingInTheWay = (
  usuario: Expression<number>,
  chave: Text,
  telefone: Expression<string>,
  agora: Expression<Date>,
) =>
  eb.and([
    none(
      eb
        .selectFrom('marca_cancelamento as m')
        .select('m.id')
        .where('m.usuario_id', '=', usuario)
        .where('m.criada_em', '>', before(agora, markLifetimeMs))
        .offset(0),
    ),
    none(
      eb
        .selectFrom('ligacao as l')
        .select('l.id')
        .where('l.usuario_id', '=', usuario)
        .where('l.chave', '=', chave)
        .offset(0),
    ),
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
    ]),
  ])
