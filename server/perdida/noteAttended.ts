import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Desk } from '../desk.ts'
import { atOldest, noteAttendedSince } from './rows/attendedSince.ts'

/** Few enough that a call that comes meanwhile waits a few milliseconds. */
const batch = 200

/**
 * Walks once over all open missed calls, oldest first, and notes on each whose caller was attended since, so that no list
 * has to look that up again. Nobody sees a difference: lists look up what is not noted yet. It pauses after each slice, so
 * that others get the database, and stops there once the signal is given. Gives how many it noted. docs/decisions/0062.
 */
export async function noteAttended({ database }: Pick<Desk, 'database'>, signal?: AbortSignal): Promise<number> {
  let total = 0
  for (let at = atOldest; !signal?.aborted; ) {
    const start = performance.now()
    const found = await noteAttendedSince(database, at, batch)
    if (!found) break
    total += found.notadas
    at = found.last
    await pause(4 * (performance.now() - start))
  }
  return total
}
