import type { Desk } from '../desk.ts'
import { tellEnd } from '../http/wire.ts'
import { seesAll, type Viewer, whoseCalls } from '../ligacao/rules/viewer.ts'
import { periodOf } from '../protocolo/rules/period.ts'
import { ligacaoPage } from './rows/history.ts'
import type { HistoryView } from './rows/historySearch.ts'
import { readHistoryTermo } from './rules.ts'
import type { LigacoesFilter, LigacoesQuery } from './wire.ts'

const pageSize = 50

/** What the filters mean; null when the term is too short to find anything by. @throws Refusal forbidden */
export function historyViewOf(
  { config: { dddPadrao, timeZone } }: Desk,
  viewer: Viewer,
  { busca, estado, usuario, ...dates }: LigacoesFilter,
): HistoryView | null {
  const usuarioId = whoseCalls(viewer, usuario)
  const termo = busca === undefined ? null : readHistoryTermo(busca, dddPadrao)
  if (busca !== undefined && busca.trim() !== '' && termo === null) return null
  const leitor = seesAll(viewer) ? null : viewer.usuarioId
  return { usuarioId, leitor, estado, termo, ...periodOf(dates, timeZone) }
}

/**
 * The calls that the filters find, newest first, a page at a time: an agent's own, everybody's for supervisors.
 * @throws Refusal forbidden
 */
export async function searchLigacoes(desk: Desk, viewer: Viewer, { apos, ...filter }: LigacoesQuery) {
  const view = historyViewOf(desk, viewer, filter)
  if (!view) return { ligacoes: [], apos: null, busca_curta: true }
  const { page, next } = await ligacaoPage(desk.database, view, apos ?? null, pageSize)
  return { ligacoes: page, apos: tellEnd(next), busca_curta: false }
}
