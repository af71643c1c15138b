import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { type ExportFormat, exportClientes } from '../../cliente/exportClientes.ts'
import type { Database } from '../../database/open.ts'
import type { CliIo } from '../io.ts'
import { UsageError } from '../usage.ts'
import { progressBar } from './progress.ts'

const options = { format: { type: 'string', default: 'json' } } as const
const formats: readonly string[] = ['json', 'jsonl', 'csv']

/**
 * clientes export [--format json|jsonl|csv] [FILE|-]. A file appears under its name only when it is whole, and is its
 * owner's alone: it holds passwords.
 */
export async function runClientesExport(args: string[], database: Database, io: CliIo): Promise<void> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  if (!formats.includes(values.format)) throw new UsageError('--format is json, jsonl or csv')
  const [path = '-'] = positionals
  const draft = `${path}.${process.pid}.part`
  const out: NodeJS.WritableStream = path === '-' ? io.out : createWriteStream(draft, { mode: 0o600 })
  let broken: Error | undefined
  out.on('error', (error: Error) => {
    broken = error
  })
  const bar = progressBar(io, null)
  let clientes = 0
  try {
    for await (const piece of exportClientes(database, values.format as ExportFormat)) {
      clientes += piece.clientes
      if (!out.write(piece.text) && !broken) await once(out, 'drain')
      if (broken) throw broken
      bar.show(clientes, `${clientes} customers`)
    }
    if (path !== '-') {
      out.end()
      await finished(out)
      await rename(draft, path)
    }
  } catch (error) {
    if (path !== '-') await rm(draft, { force: true })
    const { code, message } = error as NodeJS.ErrnoException
    if (code && /^E[A-Z]+$/.test(code) && path !== '-' && broken)
      throw new UsageError(`${path} cannot be written (${message})`)
    throw error
  } finally {
    bar.end()
  }
  io.err.write(`${clientes} customers exported.\n`)
}
