import type { RecordAudit } from '../../auditoria/rows.ts'
import type { ReadExportedClientes } from '../rows/browse/exported.ts'
import type { BrowseFilter, ExportFormato } from '../wire/browse.ts'
import { csvHeader, csvLine } from './clientesCsv.ts'
import { filtersOf } from './filters.ts'

/**
 * What is filtered, as the pieces of a file: `{"clientes": […]}` without any password, or CSV of the customers alone.
 * Who took it, and under which filters, is on record before the first piece.
 */
export function exportClientes(read: ReadExportedClientes, record: RecordAudit, dddPadrao: string | undefined) {
  return async (
    who: { usuarioId: number; ip: string },
    formato: ExportFormato,
    filter: BrowseFilter,
  ): Promise<AsyncGenerator<string>> => {
    const filters = filtersOf(filter, dddPadrao)
    const { termo: _, ...told } = { ...filters, busca: filter.termo ?? null }
    await record({ ...who, acao: 'clientes_exportados', alvo: 'clientes', detalhes: { formato, ...told } })
    const batches = read(filters, formato === 'json')
    return formato === 'json' ? asJson(batches) : asCsv(batches)
  }
}

export type ExportClientes = ReturnType<typeof exportClientes>

async function* asJson(batches: AsyncGenerator<string[]>): AsyncGenerator<string> {
  let before = '{"clientes":[\n'
  for await (const texts of batches) {
    if (texts.length === 0) continue
    yield before + texts.join(',\n')
    before = ',\n'
  }
  yield before.startsWith('{') ? `${before}]}\n` : '\n]}\n'
}

async function* asCsv(batches: AsyncGenerator<string[]>): AsyncGenerator<string> {
  yield csvHeader
  for await (const texts of batches) yield texts.map((text) => csvLine(JSON.parse(text))).join('')
}
