import type { Database } from '../../database/database.ts'
import { cast, choose, db, jsonTable, never, type Place, statement } from '../../database/statement.ts'

/** A window that a screen has drawn (`exibida`) or a ring that one was told (`toque`, its `tocada_em`). */
interface SeenWindow {
  id: string
  usuario_id: number
  exibida: boolean
  toque: string | null
}

const seenTypes = { id: 'uuid', usuario_id: 'int', exibida: 'bool', toque: 'timestamptz' } as const

const seen = statement('ligacao_seen', (the: Place<{ windows: string; now: Date }>) =>
  db
    .with('vista', (of) =>
      of
        .selectFrom('ligacao as k')
        .innerJoin(
          jsonTable<Omit<SeenWindow, 'toque'> & { toque: Date | null }, 'v'>(the('windows'), 'v', seenTypes),
          (join) => join.onRef('k.id', '=', 'v.id').onRef('k.usuario_id', '=', 'v.usuario_id'),
        )
        .select(['k.id', 'v.exibida', 'v.toque'])
        .where(({ or, and, eb, fn, ref }) =>
          or([
            and([ref('v.exibida'), eb('k.exibida_em', 'is', null)]),
            eb('v.toque', '>', fn.coalesce('k.toque_entregue', never)),
          ]),
        )
        // Locked in the order of whoever attends a ring group, so that the two do not end in a deadlock.
        .orderBy('k.id')
        .forUpdate('k'),
    )
    .updateTable('ligacao as l')
    .from('vista as v')
    .set((each) => ({
      exibida_em: choose(
        each.ref('v.exibida'),
        each.fn.coalesce('l.exibida_em', cast(the('now'), 'timestamptz')),
        each.ref('l.exibida_em'),
      ),
      toque_entregue: each.fn<Date | null>('greatest', ['l.toque_entregue', 'v.toque']),
    }))
    .whereRef('l.id', '=', 'v.id'),
)

/**
 * Writes when a window was first drawn and the last ring that a screen was told. A call that is named with another user
 * than its own is left alone. That is no change of the call: `versao` stays.
 */
export async function markSeen({ run }: Database, windows: readonly SeenWindow[], now: Date) {
  await run(seen, { windows: JSON.stringify(windows), now })
}
