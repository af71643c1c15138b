import { z } from 'zod'
import { recordAuditoria } from '../auditoria/rows.ts'
import type { Desk } from '../desk.ts'
import { invalid } from '../refusal.ts'
import { spreadsheetHeader, spreadsheetLines } from '../spreadsheet.ts'
import { type Cursor, countFiltered, readFiltered, readPage } from './rows/browse.ts'
import type { BrowseFilters } from './rows/browseFilter.ts'
import { classifyTermo, foldText, type Termo } from './rules/busca.ts'
import type { BrowseFilter, ClienteListado, ExportFormato } from './wire/browse.ts'
import { clienteCampos, clienteDatas, diaSchema, identificadorSchema, momentoSchema } from './wire/cliente.ts'

const pageSize = 50

/** The page of the supervisors' list that follows the cursor `apos`, or the first. @throws Refusal for a cursor of another order */
export async function browseClientes(
  { config, database }: Desk,
  filter: BrowseFilter & { apos?: string | undefined },
): Promise<{ clientes: ClienteListado[]; apos: string | null }> {
  const filters = filtersOf(filter, config.dddPadrao)
  const after = filter.apos === undefined ? null : readCursor(filters, filter.apos)
  const { clientes, next } = await readPage(database, filters, after, pageSize)
  return { clientes, apos: next && writeCursor(filters, next) }
}

/** How many there are, of all pages. */
export const countClientes = ({ config, database }: Desk, filter: BrowseFilter): Promise<number> =>
  countFiltered(database, filtersOf(filter, config.dddPadrao))

/**
 * What is filtered, as the pieces of a file: `{"clientes": […]}` without any password, or CSV of the customers alone.
 * Who took it, and under which filters, is on record before the first piece.
 */
export async function exportFiltered(
  { config, database }: Desk,
  who: { usuarioId: number; ip: string },
  formato: ExportFormato,
  filter: BrowseFilter,
): Promise<AsyncGenerator<string>> {
  const filters = filtersOf(filter, config.dddPadrao)
  const { termo: _, ...told } = { ...filters, busca: filter.termo ?? null }
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
  let before = '{"clientes":[\n'
  for await (const texts of batches) {
    if (texts.length === 0) continue
    yield before + texts.join(',\n')
    before = ',\n'
  }
  yield before.startsWith('{') ? `${before}]}\n` : '\n]}\n'
}

const line = z.object({ ...clienteCampos, ...clienteDatas })

/** The interface's own names, in its order. */
const names = line.keyof().options

async function* asCsv(batches: AsyncGenerator<string[]>): AsyncGenerator<string> {
  yield spreadsheetHeader(names)
  for await (const texts of batches) {
    const clientes = texts.map((text): z.infer<typeof line> => JSON.parse(text))
    yield spreadsheetLines(clientes.map((cliente) => names.map((name) => cliente[name])))
  }
}

/** The meaning of the filters: the endpoint's own defaults, and what the term could mean. */
function filtersOf(filter: BrowseFilter, dddPadrao: string | undefined): BrowseFilters {
  return {
    data_inicio: filter.data_inicio ?? null,
    data_fim: filter.data_fim ?? null,
    cancelado: filter.cancelado === 'sim',
    codigo_pacote: filter.codigo_pacote ?? null,
    order_by: filter.order_by ?? 'data_cadastro',
    order_type: filter.order_type ?? 'asc',
    termo:
      filter.termo === undefined ? null : (classifyTermo(filter.termo, dddPadrao) ?? beginningOfName(filter.termo)),
  }
}

/** Too little for the call window's search, a single letter still narrows a list that is read page by page. */
function beginningOfName(texto: string): Termo {
  return { nome: [foldText(texto)], documento: null, codigo: null, telefones: [], telefonePrefixos: [], login: null }
}

type Order = Pick<BrowseFilters, 'order_by' | 'order_type'>

const direction = z.enum(['asc', 'desc'])
/** What each order's column can hold. */
const cursorContent = z.union([
  z.tuple([z.literal('data_cadastro'), direction, momentoSchema, identificadorSchema]),
  z.tuple([z.literal('data_fechamento'), direction, diaSchema.nullable(), identificadorSchema]),
])

/** Opaque to whoever gets it. It belongs to one order. */
const writeCursor = ({ order_by, order_type }: Order, { value, id }: Cursor): string =>
  Buffer.from(JSON.stringify([order_by, order_type, value, id])).toString('base64url')

/** @throws Refusal for what `writeCursor` did not write for this order */
function readCursor({ order_by, order_type }: Order, text: string): Cursor {
  const parsed = cursorContent.safeParse(parsedJson(Buffer.from(text, 'base64url').toString()))
  if (!parsed.success || parsed.data[0] !== order_by || parsed.data[1] !== order_type)
    throw invalid({ apos: ['não é o fim de uma página desta ordem: comece pela primeira'] })
  const [, , value, id] = parsed.data
  return { value, id }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
