import { parseArgs } from 'node:util'
import type { Desk } from '../desk.ts'
import { addTipoServico, toggleTipoServico } from '../faturamento/manageTiposServico.ts'
import { listTiposServico } from '../faturamento/rows/tiposServico.ts'
import { newTipoServico } from '../faturamento/wire/tipoServico.ts'
import { type Mistakes, mistakesOf, Refusal } from '../refusal.ts'
import { type CliIo, writeTable } from './io.ts'
import { UsageError } from './usage.ts'

const options = { descricao: { type: 'string' }, display: { type: 'string' } } as const

/** tipo_servico list | add | disable | enable. `add` prints just the new id. */
export async function runTipoServico(desk: Desk, args: string[], io: CliIo): Promise<void> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [command, id = ''] = positionals

  if (command === 'list') {
    const rows = await listTiposServico(desk.database)
    return writeTable(
      io.out,
      rows.map(({ ativo, ...row }) => ({ ...row, estado: ativo ? 'ativo' : 'desativado' })),
    )
  }
  if (command === 'add') {
    const tipo = newTipoServico.safeParse(values)
    if (!tipo.success) throw new UsageError(told(mistakesOf(tipo.error)))
    const added = await addTipoServico(desk, {}, tipo.data)
    io.out.write(`${added.id_tipo_servico}\n`)
    io.err.write(`Service type ${added.descricao} is created.\n`)
    return
  }
  if (command !== 'disable' && command !== 'enable') throw new UsageError('tipo_servico list | add | disable | enable')
  if (!/^\d{1,9}$/.test(id)) throw new UsageError(`Say which: tipo_servico ${command} ID. See: tipo_servico list`)
  await toggleTipoServico(desk, {}, Number(id), command === 'enable').catch(explained)
  io.err.write(`Service type ${id} is ${command}d.\n`)
}

/** Mistakes of the operator's, each with the option's name. */
const told = (mistakes: Mistakes) =>
  Object.entries(mistakes)
    .map(([field, sentences]) => `--${field} ${sentences.join(', ')}`)
    .join('\n')

function explained(error: unknown): never {
  if (error instanceof Refusal) throw new UsageError('There is no such service type. See: tipo_servico list')
  throw error
}
