import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type ImportReport, importClientes, type RefusedRecord } from '../../cliente/import/importClientes.ts'
import { SourceError, type SourceFormat } from '../../cliente/import/source.ts'
import type { Database } from '../../database/open.ts'
import type { CliIo } from '../io.ts'
import { UsageError } from '../usage.ts'
import { progressBar } from './progress.ts'
import type { ClientesSettings } from './run.ts'

const options = { 'dry-run': { type: 'boolean' }, format: { type: 'string' } } as const
const formats: readonly string[] = ['json', 'jsonl', 'csv']

/**
 * clientes import FILE|- [--dry-run] [--format json|jsonl|csv]. Prints the counts as JSON; what was refused stands on stderr with
 * line and field, and makes the exit code 1.
 */
export async function runClientesImport(
  args: string[],
  database: Database,
  io: CliIo,
  { dddPadrao }: ClientesSettings,
): Promise<void> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [path] = positionals
  if (!path) throw new UsageError('clientes import FILE [--dry-run]: name the file, or - for stdin')
  if (values.format !== undefined && !formats.includes(values.format))
    throw new UsageError('--format is json, jsonl or csv')
  const format = (values.format ?? formatOf(path)) as SourceFormat | undefined
  const { chunks, total, done } = await openFile(path, io)
  const bar = progressBar(io, total)
  const onRefused = ({ line, mistakes }: RefusedRecord) => {
    bar.end()
    for (const [field, sentences] of Object.entries(mistakes))
      for (const sentence of sentences) io.err.write(`line ${line}: ${field}: ${sentence}\n`)
  }
  const onProgress = (report: ImportReport) => bar.show(done(), words(report))
  const report = await importClientes(database, chunks, {
    format,
    dddPadrao,
    dryRun: values['dry-run'],
    onRefused,
    onProgress,
  }).catch((error) => {
    throw error instanceof SourceError ? new UsageError(`${path}: ${error.message}`) : error
  })
  bar.end()
  io.out.write(`${JSON.stringify(report)}\n`)
  if (values['dry-run']) io.err.write('Dry run: nothing was written.\n')
  if (report.refused > 0) throw new UsageError(`${report.refused} record(s) were refused, the others are in.`)
}

const formatOf = (path: string) =>
  /\.(jsonl|ndjson)$/i.test(path) ? 'jsonl' : /\.csv$/i.test(path) ? 'csv' : undefined

const words = ({ created, updated, unchanged, refused }: ImportReport) =>
  `${created} created, ${updated} updated, ${unchanged} unchanged, ${refused} refused`

async function openFile(path: string, io: CliIo) {
  if (path === '-') return { chunks: io.input as AsyncIterable<Buffer>, total: null, done: () => 0 }
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be read (${error.code})`)
  })
  if (found.isDirectory()) throw new UsageError(`${path} is a folder`)
  const stream = createReadStream(path, { highWaterMark: 256 * 1024 })
  return { chunks: stream as AsyncIterable<Buffer>, total: found.size, done: () => stream.bytesRead }
}
