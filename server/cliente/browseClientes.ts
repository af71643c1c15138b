import * as z from 'zod'
import { recordAuditoria, type Who } from '../auditoria/rows/recordAuditoria.ts'
import type { Desk } from '../desk.ts'
import { spreadsheetHeader, spreadsheetLines } from '../spreadsheet.ts'
import { jsonPieces } from './exportClientes.ts'
import { recordListed } from './recordDocumento.ts'
import { countFiltered, readFiltered, readPage } from './rows/browse.ts'
import type { BrowseFilters } from './rows/browseFilter.ts'
import { classifyTermo, searchedFirst, semSentido, type Termo } from './rules/busca.ts'
import { foldText } from './rules/folded.ts'
import { listQueryOf } from './rules/listQuery.ts'
import { statusPrefixoCancelado } from './rules/situacao.ts'
import { termoOnRecord } from './rules/termoOnRecord.ts'
import type { BrowseFilter, BrowseQuery, ClienteListado, ExportFormato } from './wire/browse.ts'
import { clienteCampos, clienteDatas } from './wire/cliente.ts'

const pageSize = 50

/**
 * A page of the supervisors' list: 50 customers after the first `pular` ones, or with `do_fim` 50 before the last
 * `pular`.
 * @throws Refusal too_many searches by document
 */
export async function browseClientes(
  desk: Desk,
  who: Who,
  { pular, do_fim, ...filter }: BrowseQuery,
): Promise<ClienteListado[]> {
  const filters = filtersOf(filter, desk.config.dddPadrao)
  const clientes = await readPage(desk.database, filters, { skip: pular ?? 0, fromEnd: do_fim === 'sim' }, pageSize)
  await recordNamed(desk, who, filters, clientes.length)
  return clientes
}

/** How many customers all pages have together. @throws Refusal too_many searches by document */
export async function countClientes(desk: Desk, who: Who, filter: BrowseFilter): Promise<number> {
  const filters = filtersOf(filter, desk.config.dddPadrao)
  const total = await countFiltered(desk.database, filters)
  await recordNamed(desk, who, filters, total)
  return total
}

/** A list could reveal a masked document as the call window's search could: its search is recorded and limited, too. */
async function recordNamed(desk: Desk, who: Who, { termo }: BrowseFilters, achados: number): Promise<void> {
  if (termo !== null && termo.documento !== null) await recordListed(desk, who, termo.documento, achados)
}

/**
 * The filtered customers as the pieces of a file: `{"clientes": […]}` without any password, or CSV of the customers
 * alone. Who exported them, and with which filters, is on record before the first piece.
 */
export async function exportFiltered(
  { config, database }: Desk,
  who: Who,
  formato: ExportFormato,
  filter: BrowseFilter,
): Promise<AsyncGenerator<string>> {
  const filters = filtersOf(filter, config.dddPadrao)
  const busca = filter.termo === undefined ? null : termoOnRecord(filter.termo, config.dddPadrao)
  const { termo: _, ...told } = { ...filters, busca }
  await recordAuditoria(database, {
    ...who,
    acao: 'clientes_exportados',
    alvo: 'clientes',
    detalhes: { formato, ...told },
  })
  const batches = readFiltered(database, filters, formato === 'json')
  return formato === 'json' ? asJson(batches) : asCsv(batches)
}

async function* asJson(batches: AsyncGenerator<string[]>): AsyncGenerator<string> {
  for await (const { text } of jsonPieces(batches, 'json')) yield text
}

const line = z.object({ ...clienteCampos, ...clienteDatas })

/** The columns of the CSV: the interface's own field names, in its order. */
const names = line.keyof().options

async function* asCsv(batches: AsyncGenerator<string[]>): AsyncGenerator<string> {
  yield spreadsheetHeader(names)
  for await (const texts of batches) {
    const clientes = texts.map((text): z.infer<typeof line> => JSON.parse(text))
    yield spreadsheetLines(clientes.map((cliente) => names.map((name) => cliente[name])))
  }
}

/** Fills in the endpoint's own defaults, and reads what the term could mean. */
function filtersOf(filter: BrowseFilter, dddPadrao: string | undefined): BrowseFilters {
  const { data_inicio, data_fim, codigo_pacote, order_by, order_type } = listQueryOf(filter)
  return {
    ...{ data_inicio, data_fim, codigo_pacote, order_by, order_type },
    // Whoever asks for cancelled services wants to see them.
    cancelado: filter.cancelado === 'sim' || filter.status === statusPrefixoCancelado,
    status: filter.status ?? null,
    tecnologia: filter.tecnologia ?? null,
    cidade: filter.cidade ?? null,
    olt: filter.olt ?? null,
    termo: filter.termo === undefined ? null : termoOf(filter.termo, dddPadrao),
  }
}

/**
 * The term is a document only where the call window's search takes it for one: no shorter beginning is searched. A
 * single letter is too little for that search, but as a name's beginning it narrows a list that is read page by page.
 */
function termoOf(texto: string, dddPadrao: string | undefined): Termo {
  const termo = classifyTermo(texto, dddPadrao)
  return termo ? searchedFirst(termo) : { ...semSentido, nome: [foldText(texto)] }
}
