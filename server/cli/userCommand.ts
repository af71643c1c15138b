import { parseArgs } from 'node:util'
import { createUsuario } from '../acesso/createUsuario.ts'
import {
  byCommand,
  changeUsuario,
  disableUsuario,
  enableUsuario,
  type Moved,
  UsuarioChangeError,
} from '../acesso/rows/changeUsuario.ts'
import { endSessoes } from '../acesso/rows/session.ts'
import { findUsuario, listUsuarios } from '../acesso/rows/users.ts'
import { setSenha, WeakPasswordError } from '../acesso/setSenha.ts'
import { papel as papelSchema } from '../acesso/wire.ts'
import type { Desk } from '../desk.ts'
import { type CliIo, writeTable } from './io.ts'
import { generatePassword, readPassword } from './password.ts'
import { UsageError } from './usage.ts'

const options = {
  usuario: { type: 'string' },
  nome: { type: 'string' },
  papel: { type: 'string' },
  ramal: { type: 'string' },
  'identificador-interno': { type: 'string' },
  senha: { type: 'string' },
  generate: { type: 'boolean' },
  swap: { type: 'boolean' },
} as const

const verbs = 'user create | list | set | disable | enable | password | sign-out'

/** What is done to a user who is there already, by its verb. */
const deeds: Record<string, (desk: Desk, name: string, values: Values, io: CliIo) => Promise<void>> = {
  disable,
  enable,
  password,
  set,
  'sign-out': signOut,
}

type Values = { [name in keyof typeof options]?: (typeof options)[name]['type'] extends 'boolean' ? boolean : string }

/** user create | list | set | disable | enable | password | sign-out. */
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
  if (!(await disableUsuario(database, name, byCommand))) throw nobody(name)
  io.err.write(`User ${name} is disabled and signed out everywhere.\n`)
}

async function enable({ database }: Desk, name: string, _values: Values, io: CliIo): Promise<void> {
  if (!(await enableUsuario(database, name, byCommand))) throw nobody(name)
  io.err.write(`User ${name} may sign in again, with the password of before.\n`)
}

/** Prints the new password when it was generated, and nothing else. */
async function password(desk: Desk, name: string, { generate, senha }: Values, io: CliIo): Promise<void> {
  if (!(await findUsuario(desk.database, name))) throw nobody(name)
  if (senha !== undefined) throw new UsageError('--senha stays in the shell’s history: type it, pipe it, or --generate')
  const chosen = generate ? generatePassword() : await readPassword(io)
  if (!(await setSenha(desk, name, chosen))) throw nobody(name)
  if (generate) io.out.write(`${chosen}\n`)
  io.err.write(`User ${name} has a new password and is signed out everywhere.\n`)
}

/** Prints how many sessions ended. */
async function signOut({ database }: Desk, name: string, _values: Values, io: CliIo): Promise<void> {
  const found = await findUsuario(database, name)
  if (!found) throw nobody(name)
  io.out.write(`${await endSessoes(database, { usuarioId: found.id })}\n`)
  io.err.write(`User ${name} is signed out everywhere.\n`)
}

async function explained(work: Promise<void>): Promise<void> {
  await work.catch((error) => {
    if (error instanceof UsuarioChangeError) throw new UsageError(error.message)
    throw error instanceof WeakPasswordError ? new UsageError(`The password ${error.message}.`) : error
  })
}

/** Mistakes of form in what is said of a user. */
const mistakesIn = ({ nome, papel, ramal, 'identificador-interno': interno }: Values) =>
  [
    nome === undefined || nome.trim() ? '' : '--nome must not be empty',
    papel === undefined || papelSchema.safeParse(papel).success
      ? ''
      : `--papel must be one of ${papelSchema.options.join(', ')}`,
    !ramal || /^\d{1,20}$/.test(ramal) ? '' : '--ramal must be digits',
    !interno || /^[\p{L}\p{N}]{1,64}$/u.test(interno) ? '' : '--identificador-interno must be letters and digits',
  ].filter(Boolean)

/** Changes what is named and nothing else; an empty extension or internal id takes it away. */
async function set({ database }: Desk, name: string, values: Values, io: CliIo): Promise<void> {
  const mistakes = mistakesIn(values)
  if (mistakes.length > 0) throw new UsageError(mistakes.join('\n'))
  const { nome, ramal, 'identificador-interno': interno, swap } = values
  const change = {
    ...(nome !== undefined && { nome: nome.trim() }),
    ...(values.papel !== undefined && { papel: papelSchema.parse(values.papel) }),
    ...(ramal !== undefined && { ramal: ramal || null }),
    ...(interno !== undefined && { identificador_interno: interno || null }),
  }
  const fields = Object.entries(change)
  if (fields.length === 0)
    throw new UsageError('Say what to change: --nome, --papel, --ramal or --identificador-interno')
  const moved = await changeUsuario(database, name, change, byCommand, { swap: swap ?? false })
  if (!moved) throw nobody(name)
  io.err.write(`User ${name} has ${fields.map(([field, value]) => `${field} ${value ?? 'none'}`).join(', ')} now.\n`)
  tellMoved(moved, io)
}

function tellMoved(moved: Moved[], { err }: CliIo): void {
  for (const { name, value, from, instead } of moved)
    err.write(`It had been ${from}’s ${name} ${value}, who has ${instead ?? 'none'} now.\n`)
}

async function create(desk: Desk, values: Values, io: CliIo): Promise<void> {
  const { usuario, nome = usuario, 'identificador-interno': interno } = values
  const papel = values.papel ?? 'atendente'
  const mistakes = [
    ...(!usuario || !/^[a-z0-9_.]{3,30}$/i.test(usuario)
      ? ['--usuario must have 3 to 30 letters, digits, dots or underscores']
      : []),
    ...mistakesIn(values),
  ]
  if (mistakes.length > 0 || !usuario || !nome) throw new UsageError(mistakes.join('\n'))
  const called = { ramal: values.ramal || null, identificador_interno: interno || null }

  const senha = values.senha ?? (await readPassword(io))
  const asked = { usuario, nome, senha, papel: papelSchema.parse(papel), ...called }
  const { id, moved } = await createUsuario(desk, asked, byCommand)
  io.out.write(`${id}\n`)
  io.err.write(`User ${usuario} (${papel}) is created and can sign in.\n`)
  tellMoved(moved, io)
}
