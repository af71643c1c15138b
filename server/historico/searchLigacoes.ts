import { recordExport } from '../auditoria/recordExport.ts'
import type { Who } from '../auditoria/rows/recordAuditoria.ts'
import { termoOnRecord } from '../cliente/rules/termoOnRecord.ts'
import type { Page, PageEnd } from '../database/pages.ts'
import type { Desk } from '../desk.ts'
import { tellEnd } from '../http/wire.ts'
import { seesAll, type Viewer, whoseCalls } from '../ligacao/rules/viewer.ts'
import { periodOf } from '../protocolo/rules/period.ts'
import { type Column, spreadsheet } from '../spreadsheet.ts'
import { ligacaoPage } from './rows/history.ts'
import type { HistoryView } from './rows/historySearch.ts'
import { readHistoryTermo } from './rules.ts'
import type { LigacaoListada, LigacoesFilter, LigacoesQuery } from './wire.ts'

const pageSize = 50
const exportBatch = 500

/** What the filters mean; null when the term is too short to find anything by. @throws Refusal forbidden */
function viewOf(
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
  const view = viewOf(desk, viewer, filter)
  if (!view) return { ligacoes: [], apos: null, busca_curta: true }
  const { page, next } = await ligacaoPage(desk.database, view, apos ?? null, pageSize)
  return { ligacoes: page, apos: tellEnd(next), busca_curta: false }
}

/**
 * The filtered calls as chunks of a spreadsheet. Who exports them, and the filters, are on record before any.
 * @throws Refusal forbidden
 */
export async function exportLigacoes(
  desk: Desk,
  who: Viewer & Who,
  filter: LigacoesFilter,
): Promise<AsyncGenerator<string>> {
  const view = viewOf(desk, who, filter)
  const busca = filter.busca?.trim() ? termoOnRecord(filter.busca, desk.config.dddPadrao) : undefined
  await recordExport(desk, who, 'ligacoes_exportadas', 'clientes', { ...filter, busca })
  return spreadsheet(
    columns,
    desk.config.timeZone,
    async (after: PageEnd<string> | null): Promise<Page<LigacaoListada, string>> =>
      view ? ligacaoPage(desk.database, view, after, exportBatch) : { page: [], next: null },
  )
}

/** Without the words of tickets, which only the export of tickets has. Times are in the desk's zone. */
const columns: Column<LigacaoListada>[] = [
  ['notificada_em', (l, momento) => momento(l.notificada_em)],
  ['atendida_em', (l, momento) => l.atendida_em && momento(l.atendida_em)],
  ['encerrada_em', (l, momento) => l.encerrada_em && momento(l.encerrada_em)],
  ['conversa_segundos', (l) => l.conversa_segundos],
  ['estado', (l) => l.estado],
  ['encerrada_por', (l) => l.encerrada_por],
  ['telefone', (l) => l.telefone_formatado],
  ['origem', (l) => l.origem],
  ['id_cliente', (l) => l.cliente?.id_cliente ?? null],
  ['nome_razaosocial', (l) => l.cliente?.nome_razaosocial ?? null],
  ['atendente', (l) => l.usuario.nome],
  ['ramal', (l) => l.ramal],
  ['protocolo', (l) => l.protocolo_formatado],
]
