import type { Desk } from '../desk.ts'
import { tellLigacao } from './publishLigacao.ts'
import { expireWindows } from './rows/endings.ts'
import { windowLifetimeMs } from './rules/call.ts'

/** Ends the windows that nobody closed for eight hours, and tells their screens; gives how many. docs/interface.md: A window. */
export async function expireLigacoes(desk: Desk): Promise<number> {
  const now = desk.now()
  const ended = await expireWindows(desk.database, windowLifetimeMs, now)
  for (const { id } of ended) await tellLigacao(desk, id, 'ligacao:encerrada')
  return ended.length
}
