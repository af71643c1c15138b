import type { Desk } from '../desk.ts'
import { seesAll, type Viewer, whoseCalls } from '../ligacao/rules/viewer.ts'
import { periodOf } from '../protocolo/rules/period.ts'
import { listLigacoes } from './rows/history.ts'
import { readHistoryTermo } from './rules.ts'
import type { LigacoesQuery } from './wire.ts'

/**
 * The calls gone by that the filters find, newest first, a page at a time: an agent's own, everybody's for supervisors.
 * @throws Refusal forbidden
 */
export async function searchLigacoes(
  { database, config: { dddPadrao, timeZone } }: Desk,
  viewer: Viewer,
  { busca, estado, usuario, apos, ...dates }: LigacoesQuery,
) {
  const usuarioId = whoseCalls(viewer, usuario)
  const termo = busca === undefined ? null : readHistoryTermo(busca, dddPadrao)
  if (busca !== undefined && busca.trim() !== '' && termo === null)
    return { ligacoes: [], apos: null, busca_curta: true }
  const leitor = seesAll(viewer) ? null : viewer.usuarioId
  const view = { usuarioId, leitor, estado, termo, ...periodOf(dates, timeZone) }
  return { ...(await listLigacoes(database, view, apos ?? null)), busca_curta: false }
}
