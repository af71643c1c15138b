import { isDatabaseAway } from '../database/away.ts'
import { type Desk, perDesk } from '../desk.ts'
import { repeat } from '../repeat.ts'
import { tellLigacao } from './publishLigacao.ts'
import { missUncertain } from './rows/endings.ts'
import { beginHearing, doubtCalls, noteHeard } from './rows/hearing.ts'

const everyMs = 10_000
/** When no process has noted that it hears for this long, none has heard. */
const lateMs = 3 * everyMs
/** An uncertain call that nobody touches counts as missed after ten minutes. docs/interface.md: A window. */
const uncertainMs = 600_000
/** Later than every note: the last instant of a Date. */
const always = 8.64e15

/** Since when, in milliseconds, this process heard nothing; null while it hears. */
const deafness = perDesk((): { since: number | null } => ({ since: null }))

/**
 * Notes that this desk hears the exchange. If no desk has heard it since the last note, the cancels of calls that may
 * have rung meanwhile may be lost: such calls become uncertain, and their screens are told. Returns how many.
 * docs/interface.md: A window.
 */
export async function noteHearing(desk: Desk): Promise<number> {
  const { database } = desk
  const state = deafness(desk)
  const { since } = state
  const now = desk.now()
  const after = new Date(Math.max(now.getTime() - lateMs, since ?? 0))
  const heard = await noteHeard(database, now, after)
  const doubted = heard ? [] : await doubtCalls(database, now)
  if (!heard) await beginHearing(database, now)
  if (state.since === since) state.since = null
  for (const { id } of doubted) await tellLigacao(desk, id, 'ligacao:atualizada')
  return doubted.length
}

/**
 * Ends as missed the calls that stayed uncertain for ten minutes, and tells their screens; returns how many.
 * docs/interface.md: A window.
 */
export async function endUncertain(desk: Desk): Promise<number> {
  const now = desk.now()
  const ended = await missUncertain(desk.database, new Date(now.getTime() - uncertainMs), now)
  for (const { id } of ended) await tellLigacao(desk, id, 'ligacao:encerrada')
  return ended.length
}

/**
 * Notes every ten seconds from now on that this desk hears the exchange. A desk that starts alone knows that nobody
 * heard it before; one whose database was away knows that it could not hear itself. Call it before the first request is
 * taken. Returns the function that ends it.
 */
export async function keepHearing(desk: Desk): Promise<() => Promise<void>> {
  const { database, others, log } = desk
  const state = deafness(desk)
  if (others.count === 0) state.since = always
  await noteHearing(desk)
  const unwatch = database.pool.onHealth((health) => {
    if (health === 'away') state.since ??= desk.now().getTime()
    else
      noteHearing(desk).catch((err) => {
        // The next round tries again, and logs what goes wrong.
        if (!isDatabaseAway(err)) log.error({ err }, 'whether calls were heard was not noted')
      })
  })
  const stop = repeat('note that calls are heard', everyMs, () => noteHearing(desk), log, isDatabaseAway)
  return async () => {
    unwatch()
    await stop()
  }
}
