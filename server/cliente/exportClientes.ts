import type { Database } from '../database/open.ts'
import { csvColumns } from './import/csv.ts'
import { exportTexts } from './rows/list/texts.ts'
import { exportQuery } from './rules/listQuery.ts'

export type ExportFormat = 'json' | 'jsonl' | 'csv'

/**
 * Every customer as text, piece by piece: JSON and JSON lines with all thirteen relations, cancelled services and
 * `data_fechamento`, so that an import loses nothing; CSV has the customers alone.
 */
export async function* exportClientes(
  database: Pick<Database, 'kind' | 'pool'>,
  format: ExportFormat,
): AsyncGenerator<{ text: string; clientes: number }> {
  if (format === 'csv') yield { text: `${csvColumns.join(',')}\n`, clientes: 0 }
  let before = format === 'json' ? '{"clientes":[\n' : ''
  const query = format === 'csv' ? { ...exportQuery, relacoes: [] } : exportQuery
  for await (const texts of exportTexts(database, query)) {
    if (texts.length === 0) continue
    const lines = format === 'csv' ? texts.map(csvLine) : texts
    yield { text: before + lines.join(format === 'json' ? ',\n' : '\n'), clientes: texts.length }
    before = format === 'json' ? ',\n' : '\n'
  }
  const tail = format === 'json' ? '\n]}\n' : '\n'
  if (before.startsWith('{')) yield { text: '{"clientes":[]}\n', clientes: 0 }
  else if (before !== '') yield { text: tail, clientes: 0 }
}

function csvLine(text: string): string {
  const cliente = JSON.parse(text) as Record<string, unknown>
  return csvColumns.map((name) => csvCell(cliente[name])).join(',')
}

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = String(value)
  return text === '' || /[",;\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
