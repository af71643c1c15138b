import { recordExport } from '../auditoria/recordExport.ts'
import type { Who } from '../auditoria/rows/recordAuditoria.ts'
import type { PageEnd } from '../database/pages.ts'
import type { Desk } from '../desk.ts'
import { tellEnd } from '../http/wire.ts'
import { periodOf } from '../protocolo/rules/period.ts'
import { type Column, spreadsheet } from '../spreadsheet.ts'
import { type LedgerView, ledgerPage, ledgerTotals } from './rows/ledger.ts'
import type { EventoListado, LedgerFilter, LedgerQuery, TotaisFaturamento } from './wire/ledger.ts'
import { formatValor } from './wire/valor.ts'

const pageSize = 50
const exportBatch = 500

const viewOf = ({ config }: Desk, { data_inicio, data_fim, ...filter }: LedgerFilter): LedgerView => ({
  filter,
  ...periodOf({ data_inicio, data_fim }, config.timeZone),
})

/** A page of 50 events of the ledger, newest first. `apos` is the cursor of the next page, null on the last page. */
export async function listEventos(
  desk: Desk,
  { apos, ...filter }: LedgerQuery,
): Promise<{ eventos: EventoListado[]; apos: string | null }> {
  const { page, next } = await ledgerPage(desk.database, viewOf(desk, filter), apos ?? null, pageSize)
  return { eventos: page, apos: tellEnd(next) }
}

/** Count and sums of all events that the filter finds. */
export const sumEventos = (desk: Desk, filter: LedgerFilter): Promise<TotaisFaturamento> =>
  ledgerTotals(desk.database, viewOf(desk, filter))

/**
 * The filtered events as pieces of a CSV file for spreadsheets. Who exported them, and with which filters, is on record
 * before the first piece.
 */
export async function exportEventos(desk: Desk, who: Who, filter: LedgerFilter): Promise<AsyncGenerator<string>> {
  const { autor, ...others } = filter
  const told = { ...others, autor: autor && `${autor.tipo}:${autor.id}` }
  const alvo = filter.cliente === undefined ? 'clientes' : `cliente:${filter.cliente}`
  await recordExport(desk, who, 'faturamento_exportado', alvo, told)
  const view = viewOf(desk, filter)
  return spreadsheet(columns, desk.config.timeZone, (after: PageEnd | null) =>
    ledgerPage(desk.database, view, after, exportBatch),
  )
}

/** Amounts have a decimal comma and times are in the desk's own zone, as spreadsheets in Portuguese read them. */
const columns: Column<EventoListado>[] = [
  ['id_evento_faturamento', (e) => e.id_evento_faturamento],
  ['criado_em', (e, momento) => momento(e.criado_em)],
  ['codigo_cliente', (e) => e.cliente.codigo_cliente],
  ['nome_razaosocial', (e) => e.cliente.nome_razaosocial],
  ['id_cliente_servico', (e) => e.servico.id_cliente_servico],
  ['servico', (e) => e.servico.nome],
  ['tipo_servico', (e) => e.tipo_servico.display],
  ['tipo', (e) => e.tipo],
  ['descricao', (e) => e.descricao],
  ['valor', (e) => formatValor(e.valor_centavos).replace('.', ',')],
  ['parcela', (e) => e.parcela],
  ['total_parcelas', (e) => e.total_parcelas],
  ['proximo_faturamento', (e) => (e.proximo_faturamento ? 'sim' : 'nao')],
  ['mes', (e) => e.mes],
  ['ano', (e) => e.ano],
  ['autor', (e) => e.autor && `${e.autor.tipo}: ${e.autor.nome}`],
  ['lancamento', (e) => e.lancamento],
  ['estorno_de', (e) => e.estorno_de],
  ['motivo_estorno', (e) => e.motivo_estorno],
  ['estornado_por', (e) => e.estornado_por],
]
