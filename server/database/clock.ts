import type { Database, Log } from './database.ts'
import { db, type Place, statement } from './statement.ts'

const hour = 3_600_000
/** A desk that was off for longer may have come back with any clock. */
const jumpMs = 24 * hour
/** Less than a day, so that a chore of once a day is held up once. */
const steadyMs = 20 * hour

const chave = 'relogio'

const seen = statement('clock_seen', (the: Place<{ chave: string }>) =>
  db.selectFrom('instalacao').select('valor').where('chave', '=', the('chave')),
)
const noted = statement('clock_noted', (the: Place<{ chave: string; valor: string }>) =>
  db
    .insertInto('instalacao')
    .values({ chave: the('chave'), valor: the('valor') })
    .onConflict((on) => on.column('chave').doUpdateSet((each) => ({ valor: each.ref('excluded.valor') }))),
)

/**
 * Looks at the clock and notes in the database where it stands, for the next look, be it after a restart. Gives whether it
 * has gone on for 20 hours since it was last found more than a day from where it was: what is old may be taken away only
 * then. A jump is told in the log. docs/interface.md: The clock.
 */
export async function lookAtClock({ run }: Pick<Database, 'run'>, now: Date, log: Log): Promise<boolean> {
  const [row] = await run(seen, { chave })
  const [last = now, since = now] = row?.valor.split(' ').map((each) => new Date(each)) ?? []
  const jumped = Math.abs(now.getTime() - last.getTime()) > jumpMs
  if (jumped) log.warn({ from: last, to: now }, 'the clock jumped: for 20 hours nothing is taken away for its age')
  const steady = jumped ? now : since
  await run(noted, { chave, valor: `${now.toISOString()} ${steady.toISOString()}` })
  return now.getTime() - steady.getTime() >= steadyMs
}
