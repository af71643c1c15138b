import type { Desk } from '../desk.ts'
import { tellLigacao } from './publishLigacao.ts'
import { expireWindows } from './rows/endings.ts'
import { forgetMarks } from './rows/marks.ts'
import { windowLifetimeMs } from './rules/call.ts'

/** A mark's ten seconds, and whatever a request that read it may take. */
const markKeptMs = 60_000

/**
 * Ends the windows that nobody closed for eight hours, and tells their screens; gives how many. Cancels' marks that are over
 * go, too: they hold a telephone. docs/interface.md: A window.
 */
export async function expireLigacoes(desk: Desk): Promise<number> {
  const now = desk.now()
  const ended = await expireWindows(desk.database, windowLifetimeMs, now)
  for (const { id } of ended) await tellLigacao(desk, id, 'ligacao:encerrada')
  await forgetMarks(desk.database, new Date(now.getTime() - markKeptMs))
  return ended.length
}
