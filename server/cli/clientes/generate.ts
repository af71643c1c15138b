import { parseArgs } from 'node:util'
import { generateInto } from '../../cliente/generateInto.ts'
import type { RefusedCliente } from '../../cliente/rows/write.ts'
import type { Database } from '../../database/open.ts'
import type { CliIo } from '../io.ts'
import { UsageError } from '../usage.ts'
import { progressBar } from './progress.ts'
import type { ClientesSettings } from './run.ts'

const options = { count: { type: 'string' }, seed: { type: 'string', default: '1' } } as const
const maxCount = 10_000_000

/** clientes generate --count N [--seed S]. Prints how many customers were added. */
export async function runClientesGenerate(
  args: string[],
  database: Database,
  io: CliIo,
  { dddPadrao }: ClientesSettings,
): Promise<void> {
  const { values } = parseArgs({ args, options })
  const count = wholeNumber('--count', values.count, 1, maxCount)
  const seed = wholeNumber('--seed', values.seed, 0, 2 ** 31 - 1)
  const bar = progressBar(io, count)
  const onRefused = ({ record, mistakes }: RefusedCliente) => {
    bar.end()
    io.err.write(`customer ${record.id_cliente}: ${JSON.stringify(mistakes)}\n`)
  }
  const onProgress = (written: number) => bar.show(written, `${written} customers`)
  const written = await generateInto(database, { count, seed, dddPadrao, onRefused, onProgress })
  bar.end()
  io.out.write(`${written}\n`)
  if (written < count) throw new UsageError(`${count - written} customers clash with data that is there already.`)
}

function wholeNumber(name: string, text: string | undefined, least: number, most: number): number {
  const number = Number(text)
  if (text === undefined || !/^\d{1,15}$/.test(text) || number < least || number > most)
    throw new UsageError(`${name} is a whole number from ${least} to ${most}`)
  return number
}
