import { recordExport } from '../auditoria/recordExport.ts'
import type { Who } from '../auditoria/rows.ts'
import { termoOnRecord } from '../cliente/rules/termoOnRecord.ts'
import type { Page, PageEnd } from '../database/pages.ts'
import type { Desk } from '../desk.ts'
import type { Viewer } from '../ligacao/rules/viewer.ts'
import { type Column, spreadsheet } from '../spreadsheet.ts'
import { ligacaoPage } from './rows/history.ts'
import { historyViewOf } from './searchLigacoes.ts'
import type { LigacaoListada, LigacoesFilter } from './wire.ts'

const exportBatch = 500

/**
 * The filtered calls as chunks of a spreadsheet. Who exports them, and the filters, are on record before any.
 * @throws Refusal forbidden
 */
export async function exportLigacoes(
  desk: Desk,
  who: Viewer & Who,
  filter: LigacoesFilter,
): Promise<AsyncGenerator<string>> {
  const view = historyViewOf(desk, who, filter)
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
