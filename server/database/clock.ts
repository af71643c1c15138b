import type { Log } from '../log.ts'
import type { Database } from './database.ts'
import { readNote, writeNote } from './installation.ts'

const hour = 3_600_000
/** A longer step is a jump, even if the desk was only switched off: its clock may be wrong when it comes back. */
const jumpMs = 24 * hour
/** Less than a day, so that a daily chore is skipped only once after a jump. */
const steadyMs = 20 * hour

const chave = 'relogio'

/**
 * Compares the clock with the time that the last look noted in the database, and notes the new time; the note outlives
 * a restart. Returns whether the clock has run for 20 hours since its last jump of more than a day: only then may old
 * data be deleted. Logs a jump. docs/interface.md: The clock.
 */
export async function lookAtClock(database: Pick<Database, 'run'>, now: Date, log: Log): Promise<boolean> {
  const [last = now, since = now] = (await readNote(database, chave))?.split(' ').map((each) => new Date(each)) ?? []
  const jumped = Math.abs(now.getTime() - last.getTime()) > jumpMs
  if (jumped) log.warn({ from: last, to: now }, 'the clock jumped: for 20 hours nothing is taken away for its age')
  const steady = jumped ? now : since
  await writeNote(database, chave, `${now.toISOString()} ${steady.toISOString()}`)
  return now.getTime() - steady.getTime() >= steadyMs
}
