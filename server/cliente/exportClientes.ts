import { stringify } from 'csv-stringify/sync'
import { recordAuditoria } from '../auditoria/rows/recordAuditoria.ts'
import type { Desk } from '../desk.ts'
import { disarmed } from '../spreadsheet.ts'
import { csvColumns } from './import/csv.ts'
import type { FileFormat } from './import/source.ts'
import { exportTexts } from './rows/joiner/texts.ts'
import { exportQuery } from './rules/listQuery.ts'

type Piece = { text: string; clientes: number }

/**
 * Every customer as text, piece by piece: JSON and JSON lines with all thirteen relations, cancelled services and
 * `data_fechamento`, so that an import loses nothing; CSV has the customers alone. The export is put on record before
 * the first piece.
 */
export async function* exportClientes(desk: Desk, format: FileFormat): AsyncGenerator<Piece> {
  const detalhes = { formato: format, por: 'comando' }
  await recordAuditoria(desk.database, { acao: 'clientes_exportados', alvo: 'clientes', detalhes })
  yield* format === 'csv' ? exportCsv(desk) : jsonPieces(exportTexts(desk.database), format)
}

const layouts = {
  json: { head: '{"clientes":[\n', between: ',\n', tail: '\n]}\n', empty: '{"clientes":[]}\n' },
  jsonl: { head: '', between: '\n', tail: '\n', empty: '' },
}

/** The pieces of a file of customers who are JSON text already. */
export async function* jsonPieces(batches: AsyncIterable<string[]>, format: 'json' | 'jsonl'): AsyncGenerator<Piece> {
  const { head, between, tail, empty } = layouts[format]
  let before = head
  for await (const texts of batches) {
    if (texts.length === 0) continue
    yield { text: before + texts.join(between), clientes: texts.length }
    before = between
  }
  yield { text: before === head ? empty : tail, clientes: 0 }
}

async function* exportCsv({ database }: Desk): AsyncGenerator<Piece> {
  yield { text: stringify([csvColumns]), clientes: 0 }
  for await (const texts of exportTexts(database, { ...exportQuery, relacoes: [] })) {
    const rows = texts.map((text) => {
      const cliente: Record<string, unknown> = JSON.parse(text)
      return csvColumns.map((name) => unmistakable(cliente[name]))
    })
    yield { text: stringify(rows, { quoted_match }), clientes: rows.length }
  }
}

/** An import takes one apostrophe off a text that looks disarmed: a text that looks so by itself gets one more here. */
const unmistakable = (cell: unknown) => (typeof cell === 'string' && cell.startsWith("'") ? disarmed(cell) : cell)

/** Quotes the empty text (`""`), since an empty cell is null, and texts that other programs would trim or split. */
const quoted_match = /^$|;|^\s|\s$/
