import type { Desk } from '../desk.ts'
import { tellLigacao } from './publishLigacao.ts'
import { expireWindows } from './rows/endings.ts'
import { forgetMarks } from './rows/marks.ts'
import { windowLifetimeMs } from './rules/call.ts'

/** The ten seconds for which a mark counts, and more than a request that has read it may take. */
const markKeptMs = 60_000

/**
 * Ends the windows that nobody closed for eight hours, and tells their screens; returns how many. Deletes the marks of
 * cancels that are too old to count, too, because they hold a telephone. docs/interface.md: A window.
 */
export async function expireLigacoes(desk: Desk): Promise<number> {
  const now = desk.now()
  const ended = await expireWindows(desk.database, windowLifetimeMs, now)
  for (const { id } of ended) await tellLigacao(desk, id, 'ligacao:encerrada')
  await forgetMarks(desk.database, new Date(now.getTime() - markKeptMs))
  return ended.length
}
