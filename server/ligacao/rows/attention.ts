import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { db, type Place, type RowOf, statement, truth } from '../../database/statement.ts'

// Who attends, and the other calls of a ring group. Whoever holds several calls holds them in the order of their ids.

type Attending = { id: string; usuario_id: number; now: Date }

const attended = statement('ligacao_attend', (the: Place<Attending>) =>
  db
    .with('antes', (of) => of.selectFrom('ligacao as e').select('e.grupo').where('e.id', '=', the('id')))
    .with('todas', (of) =>
      of
        .selectFrom('ligacao as k')
        .select(['k.id', 'k.usuario_id', 'k.estado', 'k.atendida_em'])
        // What was waited for may have made the call one of a group whose others are not held.
        .select(sql<boolean>`k.id = ${the('id')} and k.grupo is distinct from (select grupo from antes)`.as('mudou'))
        .where(truth`k.id = any(array(
          select ${the('id')}::uuid
          union select g.id from ligacao g where g.grupo = (select grupo from antes)))`)
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
          // Only what the exchange ended is over for good.
          encerrada_por: sql`case when t.estado = 'cancelada' then l.encerrada_por else 'grupo'::"EncerradaPor" end`,
          encerrada_em: sql`case when t.estado = 'cancelada' then l.encerrada_em else ${the('now')}::timestamptz end`,
          versao: each('l.versao', '+', 1),
        }))
        .whereRef('l.id', '=', 't.id')
        .whereRef('t.id', '<>', 'm.id')
        .where('t.atendida_em', 'is', null)
        // What the exchange ended before anybody said that she attends is not missed either.
        .where('t.estado', 'in', ['aberta', 'cancelada', 'perdida'])
        .returning(['l.id', 'l.usuario_id']),
    )
    .selectFrom('minha')
    .select(['id', 'usuario_id', sql.lit(false).as('mudou')])
    .unionAll((of) => of.selectFrom('outras').select(['id', 'usuario_id', sql.lit(false).as('mudou')]))
    .unionAll((of) => of.selectFrom('todas').select(['id', 'usuario_id', 'mudou']).where('mudou', '=', true)),
)

/**
 * Her open call is attended, if it was not before, and the others of its ring group end with it: of two that are attended at
 * one instant, the first to be committed. Gives the calls that changed, her own among them; none when it was attended, is
 * over or is not hers.
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
        .where(truth`k.id = any(array(
          select i.id::uuid from json_array_elements_text(${the('ids')}::json) i (id)
          union select g.id from ligacao g where g.grupo in (
            select e.grupo from ligacao e where e.id in (
              select i.id::uuid from json_array_elements_text(${the('ids')}::json) i (id)))))`)
        .orderBy('k.id')
        .forUpdate(),
    )
    .with('tocando', (of) =>
      of.selectFrom('membros').selectAll().where('estado', '=', 'aberta').where('atendida_em', 'is', null),
    )
    .with('destino', (of) =>
      of
        .selectFrom('tocando')
        // A new one of its own: calls of an earlier round keep theirs. Whoever waited here finds it and agrees.
        .select(sql<string>`coalesce(min(grupo::text), gen_random_uuid()::text)::uuid`.as('grupo'))
        .having(truth`count(distinct usuario_id) > 1 and (count(grupo) < count(*) or count(distinct grupo) > 1)`),
    )
    .updateTable('ligacao as l')
    .from('tocando as t')
    .from('destino as d')
    .set((each) => ({ grupo: each.ref('d.grupo'), versao: each('l.versao', '+', 1) }))
    .whereRef('l.id', '=', 't.id')
    .returning('l.id'),
)

/** Makes one ring group of those calls, and of the groups they are in, as far as they are open and nobody attends; gives them if that is new. */
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
        .where(truth`k.id = any(array(select i.id::uuid from json_array_elements_text(${the('ids')}::json) i (id)))`)
        .where('k.estado', '=', 'aberta')
        .orderBy('k.id')
        .forUpdate(),
    )
    .returning('l.id'),
)

/** What the open ones of these calls show has changed beside them; gives those. */
export const touchCalls = async ({ run }: Database, ids: readonly string[]) =>
  (await run(touched, { ids: JSON.stringify(ids) })).map(({ id }) => id)

/** A call whose end its agent would take back, the version of her queue, and whether its place was taken meanwhile. */
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
            .whereRef('o.usuario_id', '=', 'l.usuario_id')
            .where('o.estado', '=', 'aberta')
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
