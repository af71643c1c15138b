import { parseArgs } from 'node:util'
import { auditRecorder } from '../auditoria/rows.ts'
import type { Desk } from '../desk.ts'
import { manageTiposServico } from '../faturamento/manageTiposServico.ts'
import { tipoServicoStore } from '../faturamento/rows/tiposServico.ts'
import { Refusal } from '../refusal.ts'
import { type CliIo, writeTable } from './io.ts'
import { UsageError } from './usage.ts'

const options = { descricao: { type: 'string' }, display: { type: 'string' } } as const

/** tipo_servico list | add | disable | enable. `add` prints just the new id. */
export async function runTipoServico({ database }: Desk, args: string[], io: CliIo): Promise<void> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [command, id = ''] = positionals
  const tipos = manageTiposServico({ store: tipoServicoStore(database), record: auditRecorder(database) })

  if (command === 'list') {
    const rows = await tipos.all()
    return writeTable(
      io.out,
      rows.map(({ ativo, ...row }) => ({ ...row, estado: ativo ? 'ativo' : 'desativado' })),
    )
  }
  if (command === 'add') {
    const added = await tipos.add(values, {}).catch(explained)
    io.out.write(`${added.id_tipo_servico}\n`)
    io.err.write(`Service type ${added.descricao} is created.\n`)
    return
  }
  if (command !== 'disable' && command !== 'enable') throw new UsageError('tipo_servico list | add | disable | enable')
  if (!/^\d{1,9}$/.test(id)) throw new UsageError(`Say which: tipo_servico ${command} ID. See: tipo_servico list`)
  await tipos.setActive(Number(id), command === 'enable', {}).catch(explained)
  io.err.write(`Service type ${id} is ${command}d.\n`)
}

/** What a rule refuses is the operator's mistake, told with the option's name. */
function explained(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  if (error.kind === 'not_found') throw new UsageError('There is no such service type. See: tipo_servico list')
  const fields = Object.entries(error.mistakes).map(([field, sentences]) => `--${field} ${sentences.join(', ')}`)
  throw new UsageError(fields.join('\n'))
}
