import { type Expression, sql } from 'kysely'
import { among, arrayOf, column, eb } from '../../database/statement.ts'

/**
 * A call that is open, whoever’s or of the user that is named there, found by `ligacao_aberta`: no index of all calls names
 * their state, which nearly every call changes (docs/decisions/0094). The state itself is asked for those who waited for the row.
 */
export const isOpen = (l: string, usuario?: Expression<number>) => {
  const ids = eb.selectFrom('ligacao_aberta as i').select('i.ligacao_id')
  return eb.and([
    among(column('ligacao', l, 'id'), arrayOf(usuario ? ids.where('i.usuario_id', '=', usuario) : ids)),
    eb(column('ligacao', l, 'estado'), '=', sql.lit('aberta' as const)),
  ])
}
