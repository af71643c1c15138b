import { exportClientes } from '../cliente/exportClientes.ts'
import { type FileFormat, fileFormats, SourceError } from '../cliente/import/source.ts'
import { type ImportReport, importClientes, type RefusedRecord } from '../cliente/importClientes.ts'
import type { RefusedCliente } from '../cliente/rows/write/writeClientes.ts'
import { generateInto } from '../demo/generateInto.ts'
import type { Desk } from '../desk.ts'
import { openInput, writeOutput } from './files.ts'
import { type CliIo, printable, progressBar } from './io.ts'
import { UsageError } from './usage.ts'
import { commandOf, readArgs } from './verbs.ts'

export const runClientes = commandOf({ import: runImport, export: runExport, generate: runGenerate })

function formatNamed(text: string): FileFormat {
  const format = fileFormats.find((each) => each === text)
  if (!format) throw new UsageError('--format is json, jsonl or csv')
  return format
}

const importOptions = { 'dry-run': { type: 'boolean' }, format: { type: 'string' } } as const

/** Prints the counts as JSON. Refused records go to stderr with line, customer and field, and make the exit code 1. */
async function runImport(desk: Desk, args: string[], io: CliIo): Promise<void> {
  const { values, words } = readArgs(args, importOptions, 1)
  const [path = ''] = words
  const format = values.format === undefined ? formatOf(path) : formatNamed(values.format)
  const { chunks, total, done } = await openInput(path, io)
  const bar = progressBar(io, total)
  const onRefused = ({ line, ordinal, id_cliente, mistakes }: RefusedRecord) => {
    bar.end()
    const place = `line ${line}, ${id_cliente === undefined ? `record ${ordinal}` : `id_cliente ${id_cliente}`}`
    for (const [field, sentences] of Object.entries(mistakes))
      for (const sentence of sentences) io.err.write(`${place}: ${field}: ${printable(sentence)}\n`)
  }
  let written: ImportReport | undefined
  const onProgress = (report: ImportReport) => {
    written = report
    bar.show(done(), counts(report))
  }
  const onNote = (sentence: string) => {
    bar.end()
    io.err.write(`${printable(sentence)}\n`)
  }
  const dryRun = values['dry-run']
  const report = await importClientes(desk, chunks(), { format, dryRun, onRefused, onNote, onProgress }).catch(
    (error) => {
      bar.end()
      if (written && !dryRun)
        io.err.write(
          `Not the whole file was imported: ${counts(written)}. Import it again: what is in stays as it is.\n`,
        )
      throw error instanceof SourceError ? new UsageError(`${path}: ${error.message}`) : error
    },
  )
  bar.end()
  io.out.write(`${JSON.stringify(report)}\n`)
  const tell = (what: string, fields: Readonly<Record<string, number>>) => {
    const told = Object.entries(fields).map(([field, times]) => `${field} ${times}`)
    if (told.length > 0) io.err.write(`${what}: ${told.join(', ')}.\n`)
  }
  tell('Texts that the file does not have are empty', report.emptied)
  tell('What customers had and the file does not have goes', report.removed)
  if (dryRun) io.err.write('Dry run: nothing was written.\n')
  if (report.refused > 0)
    throw new UsageError(
      dryRun
        ? `${report.refused} record(s) would be refused.`
        : `${report.refused} record(s) were refused, the others are in.`,
    )
}

/** The format that the file's name tells, if any. */
const formatOf = (path: string) =>
  /\.(jsonl|ndjson)$/i.test(path) ? 'jsonl' : /\.csv$/i.test(path) ? 'csv' : undefined

const counts = ({ created, updated, unchanged, refused }: ImportReport) =>
  `${created} created, ${updated} updated, ${unchanged} unchanged, ${refused} refused`

const exportOptions = { format: { type: 'string' } } as const

/** The file holds passwords. It replaces a file of the same name. */
async function runExport(desk: Desk, args: string[], io: CliIo): Promise<void> {
  const { values, words } = readArgs(args, exportOptions, 0, 1)
  const [path = '-'] = words
  const format = values.format === undefined ? (formatOf(path) ?? 'json') : formatNamed(values.format)
  const bar = progressBar(io, null)
  let clientes = 0
  async function* texts(): AsyncGenerator<string> {
    for await (const piece of exportClientes(desk, format)) {
      clientes += piece.clientes
      bar.show(clientes, `${clientes} customers`)
      yield piece.text
    }
  }
  try {
    await writeOutput({ path, replace: true }, io, texts())
  } finally {
    bar.end()
  }
  io.err.write(`${clientes} customers exported.\n`)
}

const generateOptions = { count: { type: 'string' }, seed: { type: 'string', default: '1' } } as const
const maxCount = 10_000_000

/** Prints how many customers were added. */
async function runGenerate(desk: Desk, args: string[], io: CliIo): Promise<void> {
  const { values } = readArgs(args, generateOptions)
  const count = wholeNumber('--count', values.count, 1, maxCount)
  const seed = wholeNumber('--seed', values.seed, 0, 2 ** 31 - 1)
  const bar = progressBar(io, count)
  const onRefused = ({ record, mistakes }: RefusedCliente) => {
    bar.end()
    io.err.write(`customer ${record.id_cliente}: ${JSON.stringify(mistakes)}\n`)
  }
  const onProgress = (written: number) => bar.show(written, `${written} customers`)
  const written = await generateInto(desk, { count, seed, onRefused, onProgress })
  bar.end()
  io.out.write(`${written}\n`)
  if (written < count)
    throw new UsageError(
      `${count - written} customers were not added: they clash with data that is there already, or their ids end.`,
    )
}

function wholeNumber(name: string, text: string | undefined, least: number, most: number): number {
  const number = Number(text)
  if (text === undefined || !/^\d{1,15}$/.test(text) || number < least || number > most)
    throw new UsageError(`${name} is a whole number from ${least} to ${most}`)
  return number
}
