import type { Database } from '../../database/database.ts'
import { build, cast, count, db, type Place, statement } from '../../database/statement.ts'

type Limits = { before: Date; most: number }

/**
 * Searches user by user, because an index leads to one user's oldest calls and none to everybody's. Locks the calls,
 * and then the tickets that outlive them, in the order of their ids (docs/decisions/0077): the tickets lose their
 * reference to the call.
 */
const calls = statement('ligacao_forget', (the: Place<Limits>) =>
  db
    .with('velha', (of) =>
      of
        .selectFrom('ligacao as k')
        .select('k.id')
        .where('k.estado', '<>', 'aberta')
        .where('k.notificada_em', '<', the('before'))
        .where('k.id', 'in', (some) =>
          some
            .selectFrom('usuario as u')
            .innerJoinLateral(
              (each) =>
                each
                  .selectFrom('ligacao as l')
                  .select('l.id')
                  .whereRef('l.usuario_id', '=', 'u.id')
                  .where('l.notificada_em', '<', the('before'))
                  .where('l.estado', '<>', 'aberta')
                  .orderBy('l.notificada_em')
                  .limit(cast(the('most'), 'int'))
                  .as('l'),
              (join) => join.onTrue(),
            )
            .select('l.id')
            .limit(cast(the('most'), 'int')),
        )
        .orderBy('k.id')
        .forUpdate(),
    )
    .with('deixada', (of) =>
      of
        .selectFrom('atendimento as a')
        .select('a.id')
        .where('a.ligacao_id', 'in', (some) => some.selectFrom('velha').select('velha.id'))
        .orderBy('a.id')
        .forUpdate(),
    )
    .deleteFrom('ligacao')
    .where('id', 'in', (of) => of.selectFrom('velha').select('velha.id'))
    .where((each) => each(each.selectFrom('deixada').select(count.as('n')).$asScalar(), '>=', 0))
    .returning('id'),
)

/**
 * A ticket's protocol number begins with its day, so its index leads to the oldest tickets. A bound on the day leaves
 * out no ticket that was closed before the instant, because none is closed before it is opened.
 */
const atendimentos = statement('atendimento_forget', (the: Place<Limits & { dia: string }>) =>
  db
    .with('velho', (of) =>
      of
        .selectFrom('atendimento as a')
        .select('a.id')
        .where('a.estado', '=', 'fechado')
        .where('a.id', 'in', (some) =>
          some
            .selectFrom('atendimento as v')
            .select('v.id')
            .where('v.protocolo', '<', the('dia'))
            .where('v.estado', '=', 'fechado')
            .where('v.fechado_em', '<', the('before'))
            .orderBy('v.protocolo')
            .limit(cast(the('most'), 'int')),
        )
        .orderBy('a.id')
        .forUpdate(),
    )
    .deleteFrom('atendimento')
    .where('id', 'in', (of) => of.selectFrom('velho').select('velho.id'))
    .returning('id'),
)

/** Deletes at most `most` ended calls notified before an instant. Returns how many. Their tickets stay. */
export async function forgetLigacoes({ run }: Database, before: Date, most: number): Promise<number> {
  return (await run(calls, { before, most })).length
}

/**
 * Deletes at most `most` tickets closed before an instant. Returns how many. `dia`: the instant's day or a later one.
 */
export async function forgetAtendimentos({ run }: Database, before: Date, dia: string, most: number): Promise<number> {
  return (await run(atendimentos, { before, dia, most })).length
}

/** Deletes at most `most` reminders done before an instant. Returns how many. */
export async function forgetLembretes({ query }: Database, before: Date, most: number): Promise<number> {
  const old = build.selectFrom('lembrete').select('id').where('feito_em', '<', before).orderBy('feito_em').limit(most)
  return (await query(build.deleteFrom('lembrete').where('id', 'in', old).returning('id'))).length
}
