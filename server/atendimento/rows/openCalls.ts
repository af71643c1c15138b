import type { Database } from '../../database/database.ts'
import { db, statement } from '../../database/statement.ts'
import { isOpen } from '../../ligacao/rows/openWindows.ts'

const open = statement('ligacao_open_by_usuario', () =>
  db
    .selectFrom('ligacao as l')
    .select((each) => ['l.usuario_id', each(each.fn.count('l.atendida_em'), '>', 0).$castTo<boolean>().as('attended')])
    .where(isOpen('l'))
    .groupBy('l.usuario_id'),
)

/** The users with an open call, and whether one of a user's open calls is attended. */
export async function openCallsByUsuario({ run }: Database): Promise<Map<number, { attended: boolean }>> {
  const rows = await run(open, {})
  return new Map(rows.map(({ usuario_id, attended }) => [usuario_id, { attended }]))
}
