import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { db, type Place, statement } from '../../database/statement.ts'

type Limits = { before: Date; most: number }

/** User by user, because an index leads to a user's oldest calls and none to everybody's. */
const calls = statement('ligacao_forget', (the: Place<Limits>) =>
  db
    .deleteFrom('ligacao')
    .where('id', 'in', (of) =>
      of
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
              .limit(sql<number>`${the('most')}::int`)
              .as('l'),
          (join) => join.onTrue(),
        )
        .select('l.id')
        .limit(sql<number>`${the('most')}::int`),
    )
    .returning('id'),
)

/** A ticket's number begins with its day, and its index leads to the oldest: none was closed before it was opened. */
const tickets = statement('atendimento_forget', (the: Place<Limits & { dia: string }>) =>
  db
    .deleteFrom('atendimento')
    .where('id', 'in', (of) =>
      of
        .selectFrom('atendimento as a')
        .select('a.id')
        .where('a.protocolo', '<', the('dia'))
        .where('a.estado', '=', 'fechado')
        .where('a.fechado_em', '<', the('before'))
        .orderBy('a.protocolo')
        .limit(sql<number>`${the('most')}::int`),
    )
    .returning('id'),
)

/** Deletes ended calls notified before an instant, at most so many; gives how many. Their tickets stay. */
export async function forgetLigacoes({ run }: Database, before: Date, most: number): Promise<number> {
  return (await run(calls, { before, most })).length
}

/** Deletes tickets closed before an instant, at most so many; gives how many. `dia` is the instant's day, or a later one. */
export async function forgetAtendimentos({ run }: Database, before: Date, dia: string, most: number): Promise<number> {
  return (await run(tickets, { before, dia, most })).length
}
