import { type Expression, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import {
  among,
  arrayOf,
  cast,
  choose,
  column,
  db,
  eb,
  type Place,
  type RowOf,
  statement,
} from '../../database/statement.ts'
import { changing, movingQueue, type QueueVersion, wrote } from './openings.ts'
import { isOpen } from './openWindows.ts'

// Who attends a call, and the others of its ring group. Rows of several calls are locked in the order of their ids.

/** A call (alias `t`) of a group that somebody attends: one that ended before is not missed either. */
export const mayEndByGroup = eb.and([
  eb(column('ligacao', 't', 'atendida_em'), 'is', null),
  eb(column('ligacao', 't', 'estado'), 'in', ['aberta', 'cancelada', 'perdida']),
])

const wasCancelled = eb(column('ligacao', 't', 'estado'), '=', 'cancelada')

/** What ends such a call (alias `l`). One that the exchange ended is over for good, so it keeps its end. */
export const endByGroup = (now: Expression<Date>) => ({
  estado: 'fechada' as const,
  encerrada_por: choose(
    wasCancelled,
    column('ligacao', 'l', 'encerrada_por'),
    cast(sql.lit('grupo'), '"EncerradaPor"'),
  ),
  encerrada_em: choose(wasCancelled, column('ligacao', 'l', 'encerrada_em'), cast(now, 'timestamptz')),
})

type Attending = { id: string; usuario_id: number; now: Date }

const attended = statement('ligacao_attend', (the: Place<Attending>) =>
  db
    .with('antes', (of) => of.selectFrom('ligacao as e').select(['e.grupo', 'e.versao']).where('e.id', '=', the('id')))
    .with('todas', (of) =>
      of
        .selectFrom('ligacao as k')
        .select(['k.id', 'k.usuario_id', 'k.estado', 'k.atendida_em'])
        // The call changed while its row lock was waited for: it may be in a group now whose calls are not locked.
        .select(({ and, eb }) =>
          and([
            eb('k.id', '=', the('id')),
            eb('k.versao', 'is distinct from', (each) => each.selectFrom('antes').select('antes.versao')),
          ])
            .$castTo<boolean>()
            .as('mudou'),
        )
        .where(
          among(
            column('ligacao', 'k', 'id'),
            arrayOf(
              of.selectNoFrom([cast(the('id'), 'uuid').as('id')]).union(
                of
                  .selectFrom('ligacao as g')
                  .select('g.id')
                  .where('g.grupo', '=', (each) => each.selectFrom('antes').select('antes.grupo')),
              ),
            ),
          ),
        )
        .orderBy('k.id')
        .forUpdate(),
    )
    .with('minha', (of) =>
      of
        .updateTable('ligacao as l')
        .from('todas as t')
        .set((each) => ({ atendida_em: the('now'), versao: each('l.versao', '+', 1) }))
        .whereRef('l.id', '=', 't.id')
        .where('t.id', '=', the('id'))
        .where('t.usuario_id', '=', the('usuario_id'))
        .where('t.estado', '=', 'aberta')
        .where('t.atendida_em', 'is', null)
        .where('t.mudou', '=', false)
        .returning(['l.id', 'l.usuario_id']),
    )
    .with('outras', (of) =>
      of
        .updateTable('ligacao as l')
        .from('todas as t')
        .from('minha as m')
        .set((each) => ({ ...endByGroup(the('now')), versao: each('l.versao', '+', 1) }))
        .whereRef('l.id', '=', 't.id')
        .whereRef('t.id', '<>', 'm.id')
        .where(mayEndByGroup)
        .returning(['l.id', 'l.usuario_id']),
    )
    .selectFrom('minha')
    .select(['id', 'usuario_id', sql.lit(false).as('mudou')])
    .unionAll((of) => of.selectFrom('outras').select(['id', 'usuario_id', sql.lit(false).as('mudou')]))
    .unionAll((of) => of.selectFrom('todas').select(['id', 'usuario_id', 'mudou']).where('mudou', '=', true)),
)

/**
 * Marks the user's open call as attended, if it was not before, and ends the others of its ring group. Of two that are
 * attended at one instant, the first to be committed has it. Returns the calls that changed, the user's own among them;
 * none when it was attended before, is over or is not theirs.
 */
export async function attendCall(
  { run }: Database,
  attending: Attending,
): Promise<Pick<RowOf<typeof attended>, 'id' | 'usuario_id'>[]> {
  for (;;) {
    const changed = await run(attended, attending)
    if (!changed.some(({ mudou }) => mudou)) return changed
  }
}

/** A call whose end its agent would take back, the version of their queue, and whether its place was taken meanwhile. */
const undoable = statement('ligacao_undoable', (the: Place<{ id: string; usuario_id: number }>) =>
  db
    .selectFrom('ligacao as l')
    .innerJoin('fila_ligacoes as f', 'f.usuario_id', 'l.usuario_id')
    .select(['l.id', 'l.versao', 'l.estado', 'l.encerrada_em', 'l.encerrada_por', 'f.versao as fila'])
    .select((each) =>
      each
        .exists(
          each
            .selectFrom('ligacao as o')
            .select('o.id')
            .where(isOpen('o', each.ref('l.usuario_id')))
            .whereRef('o.telefone_chave', '=', 'l.telefone_chave')
            .where('o.chave', 'is', null)
            .where('l.chave', 'is', null),
        )
        .as('tomada'),
    )
    .where('l.id', '=', the('id'))
    .where('l.usuario_id', '=', the('usuario_id')),
)

export const readUndoable = async ({ run }: Database, id: string, usuario_id: number) =>
  (await run(undoable, { id, usuario_id }))[0]

type Undoing = QueueVersion & { id: string; versao: number }

const undone = statement('ligacao_undo', (the: Place<Undoing>) =>
  changing(movingQueue(the), the)
    .set({
      estado: 'aberta',
      encerrada_em: null,
      encerrada_por: null,
      // The agent has the call in hand, so it is certain, and takes back what was said of its end.
      incerta_em: null,
      caida_em: null,
      caiu: null,
    })
    .returning('l.id'),
)

/** Opens again, without ringing, a window whose end its agent takes back. False if queue or call changed meanwhile. */
export const undoEnd = async ({ run }: Database, turn: Undoing) => wrote(run(undone, turn))
