import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import type { Desk } from '../desk.ts'
import { Refusal } from '../refusal.ts'
import { eraseTitular } from '../titular/eraseTitular.ts'
import { exportTitular } from '../titular/exportTitular.ts'
import { writeOutput } from './files.ts'
import type { CliIo } from './io.ts'
import { UsageError } from './usage.ts'

const options = { confirm: { type: 'boolean' } } as const
const help = 'titular export ID|CPF|CNPJ [FILE|-] | erase ID --confirm'

/** titular export | erase: what people may ask of whoever holds their data. */
export async function runTitular(desk: Desk, args: string[], io: CliIo): Promise<void> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [command, named, path = '-'] = positionals
  if (!named) throw new UsageError(help)
  if (command === 'export') return runExport(desk, named, path, io)
  if (command === 'erase') return runErase(desk, named, values.confirm ?? false, io)
  throw new UsageError(help)
}

/** One JSON; no file is replaced. */
async function runExport(desk: Desk, named: string, path: string, io: CliIo): Promise<void> {
  const everything = await exportTitular(desk, named)
  if (!everything) throw new UsageError(`There is no customer ${named}: name the id_cliente, or a whole CPF or CNPJ.`)
  const text = `${JSON.stringify(everything, null, 2)}\n`
  await writeOutput({ path }, io, (to, options) => pipeline([text], to, options))
}

/** Prints what went and what stays, as JSON. There is no way back, so it wants a word more. */
async function runErase(desk: Desk, named: string, confirmed: boolean, io: CliIo): Promise<void> {
  const id = Number(named)
  if (!/^\d{1,10}$/.test(named) || id < 1 || id > 2_147_483_647)
    throw new UsageError('titular erase takes one id_cliente; titular export CPF tells which a person has.')
  if (!confirmed)
    throw new UsageError(
      `This erases the person behind customer ${id} for good. Export first if need be, then say: titular erase ${id} --confirm`,
    )
  const erased = await eraseTitular(desk, id).catch((error) => {
    if (!(error instanceof Refusal)) throw error
    throw new UsageError(
      error.kind === 'not_found'
        ? `There is no customer ${id}.`
        : `A call of customer ${id} is open on a screen: close its window first.`,
    )
  })
  io.out.write(`${JSON.stringify(erased)}\n`)
  io.err.write(`The person behind customer ${id} is erased. Backups made before still hold her.\n`)
}
