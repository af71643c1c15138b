import type { Desk } from '../desk.ts'
import { createTipoServico, listTiposServico, setTipoServicoAtivo } from '../faturamento/rows/tiposServico.ts'
import { newTipoServico } from '../faturamento/wire/tipoServico.ts'
import { mistakesOf } from '../refusal.ts'
import { type CliIo, writeTable } from './io.ts'
import { UsageError } from './usage.ts'
import { type Command, commandOf, readArgs } from './verbs.ts'

const options = { descricao: { type: 'string' }, display: { type: 'string' } } as const

export const runTipoServico = commandOf({
  list,
  add,
  disable: toggle('disable'),
  enable: toggle('enable'),
})

async function list({ database }: Desk, args: string[], io: CliIo): Promise<void> {
  readArgs(args, {})
  const rows = await listTiposServico(database)
  writeTable(
    io.out,
    rows.map(({ ativo, ...row }) => ({ ...row, estado: ativo ? 'ativo' : 'desativado' })),
  )
}

/** Prints just the new id. */
async function add(desk: Desk, args: string[], io: CliIo): Promise<void> {
  const { values } = readArgs(args, options)
  const tipo = newTipoServico.safeParse(values)
  if (!tipo.success)
    throw new UsageError(
      Object.keys(mistakesOf(tipo.error))
        .map((field) => `--${field} must be 1 to 100 characters of text`)
        .join('\n'),
    )
  const added = await createTipoServico(desk.database, {}, tipo.data)
  io.out.write(`${added.id_tipo_servico}\n`)
  io.err.write(`Service type ${added.descricao} is created.\n`)
}

function toggle(verb: 'disable' | 'enable'): Command {
  return async ({ database }, args, io) => {
    const [id = ''] = readArgs(args, {}, 1).words
    if (!/^\d{1,9}$/.test(id) || !(await setTipoServicoAtivo(database, {}, Number(id), verb === 'enable')))
      throw new UsageError('There is no such service type. See: tipo_servico list')
    io.err.write(`Service type ${id} is ${verb}d.\n`)
  }
}
