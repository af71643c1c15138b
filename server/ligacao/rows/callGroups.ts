import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import {
  among,
  arrayOf,
  cast,
  choose,
  column,
  db,
  ever,
  idsIn,
  type Place,
  statement,
} from '../../database/statement.ts'
import { endByGroup, mayEndByGroup } from './attention.ts'

// The calls of one caller at several users. Rows of several calls are locked in the order of their ids.

const joined = statement('ligacao_join', (the: Place<{ ids: string; now: Date }>) =>
  db
    .with('membros', (of) =>
      of
        .selectFrom('ligacao as k')
        .select(['k.id', 'k.usuario_id', 'k.grupo', 'k.estado', 'k.tocada_em', 'k.atendida_em', 'k.encerrada_em'])
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
        // They rang together if none was attended or over when the last of them rang. They may be by now: the word of a
        // ring at another process takes a moment, and the exchange's next message may be faster.
        .where(({ eb, fn, selectFrom }) =>
          eb(
            fn.coalesce(fn<Date | null>('least', ['m.atendida_em', 'm.encerrada_em']), ever),
            '>',
            selectFrom('membros').select((each) => each.fn.max('tocada_em').as('ultima')),
          ),
        )
        // In a group that somebody attends, only a window whose end was taken back is still open: no call joins it.
        .where(({ not, and, exists, selectFrom, eb }) =>
          not(
            and([
              eb('m.estado', '=', 'aberta'),
              eb('m.atendida_em', 'is', null),
              exists(
                selectFrom('membros as a')
                  .select('a.id')
                  .whereRef('a.grupo', '=', 'm.grupo')
                  .where('a.estado', '=', 'aberta')
                  .where('a.atendida_em', 'is not', null),
              ),
            ]),
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
    .set((each) => {
      const isOver = each.and([
        mayEndByGroup,
        each.exists(each.selectFrom('tocando as a').select('a.id').where('a.atendida_em', 'is not', null)),
      ])
      const end = endByGroup(the('now'))
      return {
        grupo: each.ref('d.grupo'),
        estado: choose(isOver, sql.lit(end.estado), each.ref('l.estado')),
        encerrada_por: choose(isOver, end.encerrada_por, each.ref('l.encerrada_por')),
        encerrada_em: choose(isOver, end.encerrada_em, each.ref('l.encerrada_em')),
        versao: each('l.versao', '+', 1),
      }
    })
    .whereRef('l.id', '=', 't.id')
    .returning(['l.id', 'l.estado']),
)

/**
 * Makes one ring group of those of these calls and their groups that rang together; returns them if it is new. If one
 * of them is attended already, the others end as `attendCall` ends them.
 */
export const joinCalls = ({ run }: Database, ids: readonly string[], now: Date) =>
  run(joined, { ids: JSON.stringify(ids), now })

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
