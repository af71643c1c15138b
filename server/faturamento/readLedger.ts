import { recordAuditoria } from '../auditoria/rows.ts'
import type { PageEnd } from '../database/pages.ts'
import type { Desk } from '../desk.ts'
import { tellEnd } from '../http/wire.ts'
import { spreadsheetHeader, spreadsheetLines } from '../spreadsheet.ts'
import { type LedgerPage, ledgerPage, ledgerTotals } from './rows/ledger.ts'
import type { EventoListado, LedgerFilter, LedgerQuery, TotaisFaturamento } from './wire/ledger.ts'
import { formatValor } from './wire/valor.ts'

const pageSize = 50
const exportBatch = 500

/** A page of the ledger, newest first; `apos` is where the next one begins, null on the last. */
export async function listEventos(
  { database, config: { timeZone } }: Desk,
  { apos, ...filter }: LedgerQuery,
): Promise<{ eventos: EventoListado[]; apos: string | null }> {
  const { eventos, next } = await ledgerPage(database, { filter, timeZone }, apos ?? null, pageSize)
  return { eventos, apos: tellEnd(next) }
}

/** Count and sums of what is filtered. */
export const sumEventos = (
  { database, config: { timeZone } }: Desk,
  filter: LedgerFilter,
): Promise<TotaisFaturamento> => ledgerTotals(database, { filter, timeZone })

/** What is filtered as the pieces of a spreadsheet. Who took it, and under which filters, is on record before the first. */
export async function exportEventos(
  desk: Desk,
  who: { usuarioId: number; ip: string },
  filter: LedgerFilter,
): Promise<AsyncGenerator<string>> {
  const { autor, ...others } = filter
  const told = Object.entries({ ...others, autor: autor && `${autor.tipo}:${autor.id}` })
  const detalhes = Object.fromEntries(told.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
  await recordAuditoria(desk.database, { ...who, acao: 'faturamento_exportado', alvo: 'faturamento', detalhes })
  return spreadsheet(desk, filter)
}

type Cell = string | number | null
type Column = [name: string, of: (evento: EventoListado, momento: (iso: string) => string) => Cell]

/** Amounts with a decimal comma, times of the desk's own zone: as a spreadsheet in Portuguese reads them. */
const columns: Column[] = [
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

/** In batches: what is registered meanwhile is newer than the first line and not in it. */
async function* spreadsheet({ database, config: { timeZone } }: Desk, filter: LedgerFilter): AsyncGenerator<string> {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  const momento = (iso: string) => format.format(new Date(iso))
  yield spreadsheetHeader(columns.map(([name]) => name))
  let after: PageEnd | null = null
  do {
    const { eventos, next }: LedgerPage = await ledgerPage(database, { filter, timeZone }, after, exportBatch)
    yield spreadsheetLines(eventos.map((evento) => columns.map(([, of]) => of(evento, momento))))
    after = next
  } while (after)
}
