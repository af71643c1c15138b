import type { Database } from '../../database/open.ts'
import type { Mistakes } from '../../refusal.ts'
import { readClientesById } from '../rows/list/texts.ts'
import { openClienteWriter, type WriteReport } from '../rows/write.ts'
import type { ExportedCliente } from '../wire/import.ts'
import { readCsv } from './csv.ts'
import { readJsonElements } from './jsonElements.ts'
import { readJsonLines } from './jsonLines.ts'
import { Judge } from './judge.ts'
import { type SourceFormat, type SourceRecord, sniff } from './source.ts'

export type RefusedRecord = { line: number; mistakes: Mistakes }
export type ImportReport = { created: number; updated: number; unchanged: number; refused: number }
export type ImportOptions = {
  format?: SourceFormat | undefined
  dddPadrao?: string | undefined
  dryRun?: boolean | undefined
  onRefused: (refused: RefusedRecord) => void
  onProgress?: ((report: ImportReport) => void) | undefined
}

const readers = { json: readJsonElements, jsonl: readJsonLines, csv: readCsv }
const batchSize = 400
/** Large records make small batches, so that the memory of a few of them is all that a file needs. */
const batchBytes = 4 * 1024 * 1024

type Read = { line: number; value: unknown }

/**
 * Brings customers in from a file that is read as it comes: JSON as the list and the export write it, JSON lines, or CSV of
 * customers alone (their services stay as they are). The same file twice changes nothing. Each customer is written whole
 * or refused with line and field; a dry run judges alike and writes nothing. Throws SourceError for no such file at all.
 */
export async function importClientes(
  database: Pick<Database, 'pool'>,
  file: AsyncIterable<Buffer>,
  options: ImportOptions,
): Promise<ImportReport> {
  const { format, chunks } = await sniff(file, options.format)
  const writer = openClienteWriter(database, options)
  const judge = new Judge()
  const total: ImportReport = { created: 0, updated: 0, unchanged: 0, refused: 0 }
  const refuse = (line: number, mistakes: Mistakes) => {
    total.refused++
    options.onRefused({ line, mistakes })
  }
  const write = async (batch: Read[]) => {
    const values = format === 'csv' ? await withServicos(database, batch) : batch
    const lines = new Map<ExportedCliente, number>()
    for (const { line, value } of values) {
      const judged = judge.judge(value, line)
      if ('record' in judged) lines.set(judged.record, line)
      else if ('mistakes' in judged) refuse(line, judged.mistakes)
      else total.unchanged++
    }
    const report: WriteReport = await writer.write([...lines.keys()])
    for (const { record, mistakes } of report.refused) refuse(lines.get(record) as number, mistakes)
    for (const key of ['created', 'updated', 'unchanged'] as const) total[key] += report[key]
    options.onProgress?.(total)
  }
  // The next batch is read while the last one is written.
  let writing = Promise.resolve()
  for await (const batch of batches(readers[format](chunks), (line, mistakes) => refuse(line, mistakes))) {
    await writing
    writing = write(batch)
    writing.catch(() => undefined)
  }
  await writing
  return total
}

async function* batches(
  records: AsyncIterable<SourceRecord>,
  refuse: (line: number, mistakes: Mistakes) => void,
): AsyncGenerator<Read[]> {
  let batch: Read[] = []
  let bytes = 0
  for await (const record of records) {
    if ('unreadable' in record) {
      refuse(record.line, { registro: [record.unreadable] })
      continue
    }
    batch.push(record)
    bytes += record.size
    if (batch.length < batchSize && bytes < batchBytes) continue
    yield batch
    batch = []
    bytes = 0
  }
  yield batch
}

/** A line of a CSV says nothing of services: what the customer has is kept, and the day of closing where no column names it. */
async function withServicos(database: Pick<Database, 'pool'>, batch: Read[]): Promise<Read[]> {
  const idOf = (value: unknown) => (value as { id_cliente?: unknown }).id_cliente
  const ids = batch.map(({ value }) => idOf(value)).filter((id) => Number.isInteger(id) && (id as number) < 2 ** 31)
  const held = await readClientesById(database, ids as number[])
  return batch.map(({ line, value }) => {
    const { servicos, data_fechamento } = held.get(idOf(value) as number) ?? {}
    return { line, value: { data_fechamento, ...(value as object), servicos } }
  })
}
