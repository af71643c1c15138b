import { recordExport } from '../auditoria/recordExport.ts'
import type { Who } from '../auditoria/rows/recordAuditoria.ts'
import { termoOnRecord } from '../cliente/rules/termoOnRecord.ts'
import type { Page, PageEnd } from '../database/pages.ts'
import type { Desk } from '../desk.ts'
import { tellEnd } from '../http/wire.ts'
import { seesAll, type Viewer } from '../ligacao/rules/viewer.ts'
import { periodOf } from '../protocolo/rules/period.ts'
import { type Column, spreadsheet } from '../spreadsheet.ts'
import { type AtendimentoListView, atendimentoPage } from './rows/listAtendimentos.ts'
import { readAtendimentoTermo } from './rules/atendimentoTermo.ts'
import type { AtendimentoDaLista, AtendimentoListFilter, AtendimentoListQuery } from './wire/atendimento.ts'

const pageSize = 50
const exportBatch = 500

/** What the filters mean; null when the term is too short to find anything by. docs/interface.md: Roles. */
function viewOf(
  { config }: Desk,
  usuarioId: number | null,
  { termo, data_inicio, data_fim, ...filter }: AtendimentoListFilter,
): AtendimentoListView | null {
  const meant = termo === undefined ? null : readAtendimentoTermo(termo, config.dddPadrao)
  if (termo !== undefined && meant === null) return null
  return { filter, termo: meant, usuarioId, ...periodOf({ data_inicio, data_fim }, config.timeZone) }
}

/** A page of the tickets that the actor may see, newest first; `apos` is where the next one begins, null on the last. */
export async function listAtendimentos(
  desk: Desk,
  actor: Viewer,
  { apos, ...filter }: AtendimentoListQuery,
): Promise<{ atendimentos: AtendimentoDaLista[]; apos: string | null; busca_curta: boolean }> {
  const view = viewOf(desk, seesAll(actor) ? null : actor.usuarioId, filter)
  if (!view) return { atendimentos: [], apos: null, busca_curta: true }
  const { page, next } = await atendimentoPage(desk.database, view, apos ?? null, { size: pageSize })
  return { atendimentos: page, apos: tellEnd(next), busca_curta: false }
}

/** The filtered tickets as chunks of a spreadsheet. Who exports them, and the filters, are on record before any. */
export async function exportAtendimentos(
  desk: Desk,
  who: Who,
  filter: AtendimentoListFilter,
): Promise<AsyncGenerator<string>> {
  const termo = filter.termo && termoOnRecord(filter.termo, desk.config.dddPadrao)
  await recordExport(desk, who, 'atendimentos_exportados', 'clientes', { ...filter, termo })
  const view = viewOf(desk, null, filter)
  return spreadsheet(
    columns,
    desk.config.timeZone,
    async (after: PageEnd | null): Promise<Page<AtendimentoDaLista>> =>
      view ? atendimentoPage(desk.database, view, after, { size: exportBatch, whole: true }) : { page: [], next: null },
  )
}

/** Protocols are written in groups, so that a spreadsheet leaves them as they are. Times are in the desk's zone. */
const columns: Column<AtendimentoDaLista>[] = [
  ['protocolo', (a) => a.protocolo_formatado],
  ['criado_em', (a, momento) => momento(a.criado_em)],
  ['fechado_em', (a, momento) => a.fechado_em && momento(a.fechado_em)],
  ['estado', (a) => a.estado],
  ['codigo_cliente', (a) => a.cliente?.codigo_cliente ?? null],
  ['nome_razaosocial', (a) => a.cliente?.nome_razaosocial ?? null],
  ['telefone', (a) => a.telefone_formatado],
  ['motivo', (a) => a.motivo],
  ['desfecho', (a) => a.desfecho],
  ['atendente', (a) => a.usuario],
  ['aberto_por', (a) => a.aberto_por],
  ['descricao', (a) => a.palavras],
]
