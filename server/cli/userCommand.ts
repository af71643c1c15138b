import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { createUsuario } from '../acesso/createUsuario.ts'
import { disableUsuario, listUsuarios } from '../acesso/rows/users.ts'
import { papel as papelSchema } from '../acesso/wire.ts'
import type { Desk } from '../desk.ts'
import { type CliIo, writeTable } from './io.ts'
import { UsageError } from './usage.ts'

const options = {
  usuario: { type: 'string' },
  nome: { type: 'string' },
  papel: { type: 'string', default: 'atendente' },
  ramal: { type: 'string' },
  'identificador-interno': { type: 'string' },
  senha: { type: 'string' },
} as const

/** user create | list | disable. */
export async function runUser(desk: Desk, args: string[], io: CliIo): Promise<void> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [command, name] = positionals
  const { database } = desk

  if (command === 'list') {
    const rows = await listUsuarios(database)
    return writeTable(
      io.out,
      rows.map(({ banned, ...row }) => ({ ...row, estado: banned ? 'desativado' : 'ativo' })),
    )
  }
  if (command === 'disable') {
    if (!name) throw new UsageError('Say whom: user disable NAME')
    if (!(await disableUsuario(database, name, new Date())))
      throw new UsageError(`There is no user ${name}. See: user list`)
    io.err.write(`User ${name} is disabled and signed out everywhere.\n`)
    return
  }
  if (command !== 'create') throw new UsageError('user create | list | disable')
  await create(desk, values, io)
}

async function create(
  desk: Desk,
  values: { [name in keyof typeof options]?: string | undefined },
  io: CliIo,
): Promise<void> {
  const papel = papelSchema.safeParse(values.papel)
  const { usuario, nome = usuario, ramal = null, 'identificador-interno': identificador_interno = null } = values
  const mistakes = [
    !usuario || !/^[a-z0-9_.]{3,30}$/i.test(usuario)
      ? '--usuario must have 3 to 30 letters, digits, dots or underscores'
      : '',
    papel.success ? '' : `--papel must be one of ${papelSchema.options.join(', ')}`,
    ramal !== null && !/^\d{1,20}$/.test(ramal) ? '--ramal must be digits' : '',
    identificador_interno !== null && !/^[\p{L}\p{N}]{1,64}$/u.test(identificador_interno)
      ? '--identificador-interno must be letters and digits'
      : '',
  ].filter(Boolean)
  if (mistakes.length > 0 || !usuario || !nome || !papel.success) throw new UsageError(mistakes.join('\n'))

  const taken = (await listUsuarios(desk.database)).flatMap((other) => [
    other.usuario === usuario.toLowerCase() ? `--usuario ${usuario} is taken` : '',
    ramal !== null && other.ramal === ramal ? `--ramal ${ramal} belongs to ${other.usuario}` : '',
    identificador_interno !== null && other.identificador_interno?.toLowerCase() === identificador_interno.toLowerCase()
      ? `--identificador-interno ${identificador_interno} belongs to ${other.usuario}`
      : '',
  ])
  if (taken.some(Boolean)) throw new UsageError(taken.filter(Boolean).join('\n'))

  const senha = values.senha === undefined ? await readPassword(io) : checked(values.senha)
  const id = await createUsuario(desk, { usuario, nome, senha, papel: papel.data, ramal, identificador_interno })
  io.out.write(`${id}\n`)
  io.err.write(`User ${usuario} (${papel.data}) is created and can sign in.\n`)
}

const leastPassword = 10

/** Asks twice on a terminal without showing what is typed; elsewhere reads the first line of stdin. */
async function readPassword({ input, err }: CliIo): Promise<string> {
  if (!input.isTTY) {
    const [line] = await firstLine(input)
    return checked(line ?? '')
  }
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input, output: silent, terminal: true })
  try {
    err.write('Password: ')
    const password = checked(await terminal.question(''))
    err.write('\nOnce more: ')
    const again = await terminal.question('')
    err.write('\n')
    if (again !== password) throw new UsageError('The two passwords differ. Try again.')
    return password
  } finally {
    terminal.close()
  }
}

async function firstLine(input: NodeJS.ReadStream): Promise<string[]> {
  for await (const line of createInterface({ input })) return [line]
  return []
}

function checked(password: string): string {
  if (password.length < leastPassword)
    throw new UsageError(`The password must have at least ${leastPassword} characters.`)
  return password
}
