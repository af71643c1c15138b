import { type Expression, type SqlBool, sql } from 'kysely'
import { among, arrayOf, column, eb } from '../../database/statement.ts'

const opens = eb.selectFrom('ligacao_aberta as i').select('i.ligacao_id')
const usuario = column('ligacao_aberta', 'i', 'usuario_id')

/** The state itself is asked for those who waited for the row. */
const isOneOf = (l: string, ids: typeof opens): Expression<SqlBool> =>
  eb.and([
    among(column('ligacao', l, 'id'), arrayOf(ids)),
    eb(column('ligacao', l, 'estado'), '=', sql.lit('aberta' as const)),
  ])

/**
 * A call that is open, whoever’s or of the user that is named there, found by `ligacao_aberta`: no index of all calls names
 * their state, which nearly every call changes. docs/decisions/0094.
 */
export const isOpen = (l: string, whose?: Expression<number>) =>
  isOneOf(l, whose ? opens.where(eb(usuario, '=', whose)) : opens)

/** One that is open of these users. */
export const isOpenOf = (l: string, usuarios: Expression<number[]>) => isOneOf(l, opens.where(among(usuario, usuarios)))
