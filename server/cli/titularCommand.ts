import type { Desk } from '../desk.ts'
import { maxRowId } from '../http/wire.ts'
import { Refusal } from '../refusal.ts'
import { eraseTitular } from '../titular/eraseTitular.ts'
import { exportTitular } from '../titular/exportTitular.ts'
import { writeOutput } from './files.ts'
import type { CliIo } from './io.ts'
import { UsageError } from './usage.ts'
import { commandOf, readArgs } from './verbs.ts'

/** Commands for what people may ask of whoever holds their data. */
export const runTitular = commandOf({ export: runExport, erase: runErase })

/** Writes one JSON document, and never replaces a file. */
async function runExport(desk: Desk, args: string[], io: CliIo): Promise<void> {
  const [named = '', path = '-'] = readArgs(args, {}, 1, 2).words
  const everything = await exportTitular(desk, named)
  if (!everything) throw new UsageError(`There is no customer ${named}: name the id_cliente, or a whole CPF or CNPJ.`)
  await writeOutput({ path }, io, [`${JSON.stringify(everything, null, 2)}\n`])
}

/** Prints what was erased and what stays, as JSON. There is no way back, hence --confirm. */
async function runErase(desk: Desk, args: string[], io: CliIo): Promise<void> {
  const confirm = { type: 'boolean' } as const
  const { words, values } = readArgs(args, { confirm }, 1)
  const [named = ''] = words
  const id = Number(named)
  if (!/^\d{1,10}$/.test(named) || id < 1 || id > maxRowId)
    throw new UsageError('titular erase takes one id_cliente; titular export CPF tells which a person has.')
  if (!values.confirm)
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
  io.err.write(`The person behind customer ${id} is erased. Backups made before still hold them.\n`)
}
