import { setImmediate as turn } from 'node:timers/promises'
import type { Desk } from '../desk.ts'
import type { Mistakes } from '../refusal.ts'
import { csvColumns, readCsv } from './import/csv.ts'
import { readJsonElements, readJsonLines } from './import/json.ts'
import { Judge, type Place } from './import/judge.ts'
import { type FileFormat, sniff } from './import/source.ts'
import { bestAtOnce, type Complete, openClienteWriter } from './rows/write/writeClientes.ts'
import type { ExportedCliente } from './wire/import.ts'

export type RefusedRecord = Place & { mistakes: Mistakes }
export type ImportReport = {
  created: number
  updated: number
  unchanged: number
  refused: number
  /** How many texts are empty now because the file lacks them, by field. */
  emptied: Readonly<Record<string, number>>
  /** What customers had and the file lacks: the number of `servicos`, and of values that are empty now, by field. */
  removed: Readonly<Record<string, number>>
}
type ImportOptions = {
  /** Recognised by the file's beginning when absent. */
  format?: FileFormat | undefined
  dryRun?: boolean | undefined
  onRefused: (refused: RefusedRecord) => void
  /** Gets a sentence about each part of the file that is ignored. */
  onNote?: ((sentence: string) => void) | undefined
  onProgress?: ((report: ImportReport) => void) | undefined
}

const readers = { json: readJsonElements, jsonl: readJsonLines, csv: readCsv }

/** After this many judged records the event loop gets a turn to read the database's answers, for which it waits. */
const turnSize = 8

/**
 * `given`: the fields of a CSV's line. Absent for other formats, whose record says all: memory holds one of the two.
 */
type Read = { place: Place; given?: object; size: number; record: ExportedCliente; emptied: readonly string[] }

/**
 * Imports customers from a file that is read as a stream: JSON as the list and the export write it, JSON lines, or CSV
 * of customers alone (their services, and fields without a column, stay as they are). Importing a file again changes
 * nothing. Each customer is written whole or refused with line and field; a dry run judges alike and writes nothing.
 * @throws SourceError when the file has none of these formats
 */
export async function importClientes(
  { database, config: { dddPadrao } }: Desk,
  file: AsyncIterable<Buffer>,
  options: ImportOptions,
): Promise<ImportReport> {
  const { format, chunks } = await sniff(file, options.format)
  const writer = openClienteWriter(database, { dddPadrao, dryRun: options.dryRun })
  const judge = new Judge()
  const emptied: Record<string, number> = {}
  const removed: Record<string, number> = {}
  const total: ImportReport = { created: 0, updated: 0, unchanged: 0, refused: 0, emptied, removed }
  // Ids of the services removed so far. A service that passes to another customer further down is taken out again.
  const gone = new Set<number>()
  const refuse = (place: Place, mistakes: Mistakes) => {
    total.refused++
    options.onRefused({ ...place, mistakes })
  }
  async function* judged(): AsyncGenerator<Read> {
    let count = 0
    for await (const read of readers[format](chunks, options.onNote)) {
      if (++count % turnSize === 0) await turn()
      const { line } = read
      if ('unreadable' in read) {
        refuse({ line, ordinal: count }, { registro: [read.unreadable] })
        continue
      }
      const { value, size } = read
      const place = { line, ordinal: count, id_cliente: idOf(value) }
      const found = judge.judge(format === 'csv' ? { ...asObject(value), servicos: undefined } : value, place)
      if ('mistakes' in found) refuse(place, found.mistakes)
      else if ('repeated' in found) total.unchanged++
      else yield { place, size, ...found, ...(format === 'csv' && { given: asObject(value) }) }
    }
  }
  const write = async (batch: Read[]) => {
    const read = new Map(batch.map((each) => [each.record.id_cliente, each]))
    const unnamed = new Map<number, readonly string[]>()
    const ofCsv: Complete = (record, held) => {
      const kept = unnamedIn(read.get(record.id_cliente)?.given)
      unnamed.set(record.id_cliente, kept)
      return { ...record, ...Object.fromEntries(Object.entries(held).filter(([field]) => kept.includes(field))) }
    }
    const records = batch.map(({ record }) => record)
    const report = await writer.write(records, format === 'csv' ? ofCsv : undefined)
    for (const { record, mistakes } of report.refused) {
      const place = read.get(record.id_cliente)?.place
      if (place) refuse(place, mistakes)
      read.delete(record.id_cliente)
    }
    for (const [id, { emptied: fields }] of read)
      for (const field of fields) if (!unnamed.get(id)?.includes(field)) emptied[field] = (emptied[field] ?? 0) + 1
    for (const { servicos, fields } of report.removed) {
      for (const id of servicos) gone.add(id)
      for (const field of fields) removed[field] = (removed[field] ?? 0) + 1
    }
    for (const { record } of read.values()) for (const { id_cliente_servico: id } of record.servicos) gone.delete(id)
    if (gone.size > 0) removed.servicos = gone.size
    else delete removed.servicos
    for (const key of ['created', 'updated', 'unchanged'] as const) total[key] += report[key]
    options.onProgress?.(total)
  }
  // The next batch is read and judged while the last one is written.
  let writing = Promise.resolve()
  try {
    for await (const batch of batches(judged(), bestAtOnce)) {
      await writing
      writing = write(batch)
      writing.catch(() => undefined)
    }
  } finally {
    // Also where the file breaks off: what is being written then is in, and counted.
    await writing
  }
  return total
}

/** Large records make small batches, so that the memory of a few of them is all that a file needs. */
async function* batches(
  records: AsyncIterable<Read>,
  most: { records: number; bytes: number },
): AsyncGenerator<Read[]> {
  let batch: Read[] = []
  let bytes = 0
  for await (const record of records) {
    batch.push(record)
    bytes += record.size
    if (batch.length < most.records && bytes < most.bytes) continue
    yield batch
    batch = []
    bytes = 0
  }
  yield batch
}

/** The fields that a CSV's line does not tell: the services, and fields without a column. They stay as they are. */
const unnamedIn = (line: object = {}): readonly string[] => [
  'servicos',
  ...csvColumns.filter((name) => !(name in line)),
]

const idOf = (value: unknown) => {
  const id = Reflect.get(asObject(value), 'id_cliente')
  return typeof id === 'number' ? id : undefined
}

const asObject = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})
