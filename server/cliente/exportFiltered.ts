import { z } from 'zod'
import { recordAuditoria } from '../auditoria/rows.ts'
import type { Desk } from '../desk.ts'
import { spreadsheetHeader, spreadsheetLines } from '../spreadsheet.ts'
import { filtersOf } from './browseClientes.ts'
import { readFiltered } from './rows/browse.ts'
import type { BrowseFilter, ExportFormato } from './wire/browse.ts'
import { clienteCampos, clienteDatas } from './wire/cliente.ts'

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
