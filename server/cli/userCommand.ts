import { parseArgs } from 'node:util'
import { createUsuario } from '../acesso/createUsuario.ts'
import { endSessoes } from '../acesso/rows/sessions.ts'
import { disableUsuario, enableUsuario, listUsuarios, usuarioNamed } from '../acesso/rows/users.ts'
import { demandStrong, setSenha, WeakPasswordError } from '../acesso/setSenha.ts'
import { papel as papelSchema } from '../acesso/wire.ts'
import type { Desk } from '../desk.ts'
import { type CliIo, writeTable } from './io.ts'
import { generatePassword, readPassword } from './password.ts'
import { UsageError } from './usage.ts'

const options = {
  usuario: { type: 'string' },
  nome: { type: 'string' },
  papel: { type: 'string', default: 'atendente' },
  ramal: { type: 'string' },
  'identificador-interno': { type: 'string' },
  senha: { type: 'string' },
  generate: { type: 'boolean' },
} as const

const verbs = 'user create | list | disable | enable | password | sign-out'

/** What is done to a user who is there already, by its verb. */
const deeds: Record<string, (desk: Desk, name: string, values: Values, io: CliIo) => Promise<void>> = {
  disable,
  enable,
  password,
  'sign-out': signOut,
}

type Values = { [name in keyof typeof options]?: (typeof options)[name]['type'] extends 'boolean' ? boolean : string }

/** user create | list | disable | enable | password | sign-out. */
export async function runUser(desk: Desk, args: string[], io: CliIo): Promise<void> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true })
  const [command = '', name] = positionals

  if (command === 'list') {
    const rows = await listUsuarios(desk.database)
    if (rows.length === 0) io.err.write('There are no users yet: make the first with user create\n')
    return writeTable(
      io.out,
      rows.map(({ banned, ...row }) => ({ ...row, estado: banned ? 'desativado' : 'ativo' })),
    )
  }
  if (command === 'create') return explained(create(desk, values, io))
  const deed = Object.hasOwn(deeds, command) ? deeds[command] : undefined
  if (!deed) throw new UsageError(verbs)
  if (!name) throw new UsageError(`Say whom: user ${command} NAME`)
  return explained(deed(desk, name, values, io))
}

const nobody = (name: string) => new UsageError(`There is no user ${name}. See: user list`)

async function disable({ database }: Desk, name: string, _values: Values, io: CliIo): Promise<void> {
  if (!(await disableUsuario(database, name, new Date()))) throw nobody(name)
  io.err.write(`User ${name} is disabled and signed out everywhere.\n`)
}

async function enable({ database }: Desk, name: string, _values: Values, io: CliIo): Promise<void> {
  if (!(await enableUsuario(database, name))) throw nobody(name)
  io.err.write(`User ${name} may sign in again, with the password of before.\n`)
}

/** Prints the new password when it was generated, and nothing else. */
async function password(desk: Desk, name: string, { generate, senha }: Values, io: CliIo): Promise<void> {
  if (!(await usuarioNamed(desk.database, name))) throw nobody(name)
  if (senha !== undefined) throw new UsageError('--senha stays in the shell’s history: type it, pipe it, or --generate')
  const chosen = generate ? generatePassword() : await readPassword(io)
  if (!(await setSenha(desk, name, chosen))) throw nobody(name)
  if (generate) io.out.write(`${chosen}\n`)
  io.err.write(`User ${name} has a new password and is signed out everywhere.\n`)
}

/** Prints how many sessions ended. */
async function signOut({ database }: Desk, name: string, _values: Values, io: CliIo): Promise<void> {
  const found = await usuarioNamed(database, name)
  if (!found) throw nobody(name)
  io.out.write(`${await endSessoes(database, { usuarioId: found.id })}\n`)
  io.err.write(`User ${name} is signed out everywhere.\n`)
}

async function explained(work: Promise<void>): Promise<void> {
  await work.catch((error) => {
    throw error instanceof WeakPasswordError ? new UsageError(`The password ${error.message}.`) : error
  })
}

async function create(desk: Desk, values: Values, io: CliIo): Promise<void> {
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

  const senha = values.senha ?? (await readPassword(io))
  demandStrong(senha, [usuario, nome])
  const id = await createUsuario(desk, { usuario, nome, senha, papel: papel.data, ramal, identificador_interno })
  io.out.write(`${id}\n`)
  io.err.write(`User ${usuario} (${papel.data}) is created and can sign in.\n`)
}
