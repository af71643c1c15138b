import type { Database } from '../../database/open.ts'
import type { CliIo } from '../io.ts'
import { UsageError } from '../usage.ts'
import { runClientesExport } from './export.ts'
import { runClientesGenerate } from './generate.ts'
import { runClientesImport } from './import.ts'

export type ClientesSettings = { dddPadrao: string | undefined }

const commands = { import: runClientesImport, export: runClientesExport, generate: runClientesGenerate }

/** clientes import FILE | export [FILE|-] | generate --count N. */
export async function runClientes(
  [name = '', ...args]: string[],
  database: Database,
  io: CliIo,
  settings: ClientesSettings,
): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name as keyof typeof commands] : undefined
  if (!command)
    throw new UsageError('clientes import FILE | export [--format json|jsonl|csv] [FILE|-] | generate --count N')
  await command(args, database, io, settings)
}
