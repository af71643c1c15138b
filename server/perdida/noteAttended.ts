import { performance } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { Desk } from '../desk.ts'
import { atOldest, noteAttendedSince } from './rows/attendedSince.ts'

/** Few enough that a call that comes meanwhile waits a few milliseconds. */
const batch = 200

/**
 * Walks once over all open missed calls, oldest first, and notes those whose callers were attended since, so that no list
 * has to look for that again. It changes nothing that anybody sees: what is not noted yet is looked for. Whoever waits for
 * the database goes first. Ended by the signal after the slice at hand. Gives how many it noted. docs/decisions/0062.
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
