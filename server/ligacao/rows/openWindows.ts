import { type Expression, type SqlBool, sql } from 'kysely'
import { among, arrayOf, column, eb } from '../../database/statement.ts'

const opens = eb.selectFrom('ligacao_aberta as i').select('i.ligacao_id')
const usuario = column('ligacao_aberta', 'i', 'usuario_id')

/** The row's own state is asked, too, for a statement that waited for its lock: the call may have ended meanwhile. */
const isOneOf = (l: string, ids: typeof opens): Expression<SqlBool> =>
  eb.and([
    among(column('ligacao', l, 'id'), arrayOf(ids)),
    eb(column('ligacao', l, 'estado'), '=', sql.lit('aberta' as const)),
  ])

/**
 * SQL: whether a call (alias `l`) is open and, with `whose`, that user's. It is looked up in `ligacao_aberta`, because
 * no index of all calls has the state, which nearly every call changes. docs/decisions/0094.
 */
export const isOpen = (l: string, whose?: Expression<number>) =>
  isOneOf(l, whose ? opens.where(eb(usuario, '=', whose)) : opens)

/** SQL: whether a call (alias `l`) is open and one of these users'. */
export const isOpenOf = (l: string, usuarios: Expression<number[]>) => isOneOf(l, opens.where(among(usuario, usuarios)))
