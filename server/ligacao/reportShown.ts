import { isDatabaseAway } from '../database/away.ts'
import { type Desk, perDesk } from '../desk.ts'
import { markShown } from './rows/ligacao.ts'
import { isLigacaoId } from './rules/call.ts'

const gatherMs = 50
/** Of one user; a screen that says more than it has windows is not believed. */
const maxGathered = 1_000

const gatheredBy = perDesk(() => ({
  windows: new Map<number, Set<string>>(),
  timer: undefined as NodeJS.Timeout | undefined,
}))

/** A screen reports that it shows this window. Reports are gathered and written in one statement. */
export function reportShown(desk: Desk, usuarioId: number, ligacaoId: string): void {
  if (!isLigacaoId(ligacaoId)) return
  const gathered = gatheredBy(desk)
  const ids = gathered.windows.get(usuarioId) ?? new Set()
  if (ids.size < maxGathered) ids.add(ligacaoId)
  gathered.windows.set(usuarioId, ids)
  gathered.timer ??= setTimeout(() => void flushShown(desk), gatherMs)
}

/** Writes what is gathered; a failure is logged, for the windows will be reported again. Never rejects. */
export async function flushShown(desk: Desk): Promise<void> {
  const gathered = gatheredBy(desk)
  clearTimeout(gathered.timer)
  gathered.timer = undefined
  const windows = [...gathered.windows].flatMap(([usuario_id, ids]) => [...ids].map((id) => ({ id, usuario_id })))
  gathered.windows.clear()
  if (windows.length === 0) return
  try {
    await markShown(desk.database, windows, desk.now())
  } catch (err) {
    if (!isDatabaseAway(err)) desk.log.error({ err }, 'windows shown were not recorded')
  }
}
