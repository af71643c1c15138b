import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { among, arrayOf, cast, column, db, idsIn, type Place, type RowOf, statement } from '../../database/statement.ts'
import { movingQueue, type QueueVersion, wrote } from './openings.ts'
import { isOpen } from './openWindows.ts'

// Who attends a call, and the others of its ring group. Rows of several calls are locked in the order of their ids.

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
        .set((each) => ({
          estado: 'fechada',
          // A call that the exchange ended is over for good, so it keeps its end.
          encerrada_por: each
            .case()
            .when('t.estado', '=', 'cancelada')
            .then(each.ref('l.encerrada_por'))
            .else(cast(sql.lit('grupo'), '"EncerradaPor"'))
            .end(),
          encerrada_em: each
            .case()
            .when('t.estado', '=', 'cancelada')
            .then(each.ref('l.encerrada_em'))
            .else(cast(the('now'), 'timestamptz'))
            .end(),
          versao: each('l.versao', '+', 1),
        }))
        .whereRef('l.id', '=', 't.id')
        .whereRef('t.id', '<>', 'm.id')
        .where('t.atendida_em', 'is', null)
        // A call of the group that ended before anybody said that they attend is not missed either.
        .where('t.estado', 'in', ['aberta', 'cancelada', 'perdida'])
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

const joined = statement('ligacao_join', (the: Place<{ ids: string }>) =>
  db
    .with('membros', (of) =>
      of
        .selectFrom('ligacao as k')
        .select(['k.id', 'k.usuario_id', 'k.grupo', 'k.estado', 'k.atendida_em'])
        .where(
          among(
            column('ligacao', 'k', 'id'),
            arrayOf(
              idsIn(the('ids')).union(
                of
                  .selectFrom('ligacao as g')
                  .select('g.id')
                  .where('g.grupo', 'in', (each) =>
                    each
                      .selectFrom('ligacao as e')
                      .select('e.grupo')
                      .where('e.id', 'in', idsIn(the('ids'))),
                  ),
              ),
            ),
          ),
        )
        .orderBy('k.id')
        .forUpdate(),
    )
    .with('tocando', (of) =>
      of
        .selectFrom('membros as m')
        .selectAll()
        .where('m.estado', '=', 'aberta')
        .where('m.atendida_em', 'is', null)
        // In a group that somebody attends, only a window whose end was taken back is still open: no call joins it.
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('membros as a')
                .select('a.id')
                .whereRef('a.grupo', '=', 'm.grupo')
                .where('a.estado', '=', 'aberta')
                .where('a.atendida_em', 'is not', null),
            ),
          ),
        ),
    )
    .with('destino', (of) =>
      of
        .selectFrom('tocando')
        // The group that one of them has, else a new one: calls of an earlier round keep theirs. Another process that
        // waited for these row locks finds the group and agrees.
        .select(({ fn, ref }) =>
          cast(fn.coalesce(fn.min(cast(ref('grupo'), 'text')), cast(fn('gen_random_uuid', []), 'text')), 'uuid').as(
            'grupo',
          ),
        )
        .having(({ and, or, eb, fn }) =>
          and([
            eb(fn.count('usuario_id').distinct(), '>', 1),
            or([eb(fn.count('grupo'), '<', fn.countAll()), eb(fn.count('grupo').distinct(), '>', 1)]),
          ]),
        ),
    )
    .updateTable('ligacao as l')
    .from('tocando as t')
    .from('destino as d')
    .set((each) => ({ grupo: each.ref('d.grupo'), versao: each('l.versao', '+', 1) }))
    .whereRef('l.id', '=', 't.id')
    .returning('l.id'),
)

/** Makes one ring group of those of these calls and their groups that are open and unattended; returns them if new. */
export const joinCalls = async ({ run }: Database, ids: readonly string[]) =>
  (await run(joined, { ids: JSON.stringify(ids) })).map(({ id }) => id)

const touched = statement('ligacao_touch', (the: Place<{ ids: string }>) =>
  db
    .updateTable('ligacao as l')
    .set((each) => ({ versao: each('l.versao', '+', 1) }))
    .where('l.id', 'in', (of) =>
      of
        .selectFrom('ligacao as k')
        .select('k.id')
        .where(among(column('ligacao', 'k', 'id'), arrayOf(idsIn(the('ids')))))
        .where('k.estado', '=', 'aberta')
        .orderBy('k.id')
        .forUpdate(),
    )
    .returning('l.id'),
)

/** Moves on the version of the open ones of these calls: what they show of other calls changed. Returns their ids. */
export const touchCalls = async ({ run }: Database, ids: readonly string[]) =>
  (await run(touched, { ids: JSON.stringify(ids) })).map(({ id }) => id)

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
  movingQueue(the)
    .updateTable('ligacao as l')
    .from('vez')
    .set((each) => ({
      estado: 'aberta',
      encerrada_em: null,
      encerrada_por: null,
      // The agent has the call in hand, so it is certain, and takes back what was said of its end.
      incerta_em: null,
      caida_em: null,
      caiu: null,
      versao: each('l.versao', '+', 1),
    }))
    .where('l.id', '=', the('id'))
    .where('l.versao', '=', the('versao'))
    .where('l.estado', '=', 'fechada')
    .returning('l.id'),
)

/** Opens again, without ringing, a window whose end its agent takes back. False if queue or call changed meanwhile. */
export const undoEnd = async ({ run }: Database, turn: Undoing) => wrote(run(undone, turn))
