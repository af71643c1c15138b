import type * as z from 'zod'
import { endSessoesOf } from '../acesso/administerUsuarios.ts'
import { createUsuario } from '../acesso/createUsuario.ts'
import { byCommand, changeUsuario, type Moved, setAtivo, UsuarioChangeError } from '../acesso/rows/changeUsuario.ts'
import { findUsuario, listUsuarios } from '../acesso/rows/users.ts'
import { setSenha, WeakPasswordError } from '../acesso/setSenha.ts'
import { changeUsuarioRequest, newUsuarioRequest, papel as papelSchema } from '../acesso/wire.ts'
import type { Desk } from '../desk.ts'
import { mistakesOf } from '../refusal.ts'
import { type CliIo, writeTable } from './io.ts'
import { generatePassword, readPassword } from './password.ts'
import { UsageError } from './usage.ts'
import { type Command, commandOf, readArgs } from './verbs.ts'

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const

/** Options that describe a user, for create and set. */
const described = { nome: text, papel: text, ramal: text, 'identificador-interno': text }
const ofCreate = { usuario: text, ...described, senha: text }
const ofSet = { ...described, swap: flag }
const ofPassword = { generate: flag, senha: text }

type Described = { [name in keyof typeof ofCreate]?: string | undefined }

/** Turns refusals of the operator's input into a UsageError, which is printed as a sentence. */
const explained =
  (work: Command): Command =>
  (desk, args, io) =>
    work(desk, args, io).catch((error) => {
      if (error instanceof UsuarioChangeError) throw new UsageError(error.message)
      throw error instanceof WeakPasswordError ? new UsageError(`The password ${error.message}.`) : error
    })

export const runUser = explained(
  commandOf({
    create,
    list,
    set,
    disable: toggle('disable', 'is disabled and signed out everywhere.'),
    enable: toggle('enable', 'may sign in again, with the password of before.'),
    password,
    'sign-out': signOut,
  }),
)

async function list({ database }: Desk, args: string[], io: CliIo): Promise<void> {
  readArgs(args, {})
  const rows = await listUsuarios(database)
  if (rows.length === 0) io.err.write('There are no users yet: make the first with user create\n')
  const told = rows.map(({ banned, ...row }) => ({ ...row, estado: banned ? 'desativado' : 'ativo' }))
  writeTable(io.out, told)
}

const nameIn = (args: string[]) => readArgs(args, {}, 1).words[0] ?? ''

const nobody = (name: string) => new UsageError(`There is no user ${name}. See: user list`)

function toggle(verb: 'disable' | 'enable', told: string): Command {
  return async ({ database }, args, io) => {
    const name = nameIn(args)
    if (!(await setAtivo(database, name, verb === 'enable', byCommand))) throw nobody(name)
    io.err.write(`User ${name} ${told}\n`)
  }
}

/** Prints the new password when it was generated, and nothing else. */
async function password(desk: Desk, args: string[], io: CliIo): Promise<void> {
  const { words, values } = readArgs(args, ofPassword, 1)
  const [name = ''] = words
  const { generate, senha } = values
  if (!(await findUsuario(desk.database, name))) throw nobody(name)
  if (senha !== undefined) throw new UsageError('--senha stays in the shell’s history: type it, pipe it, or --generate')
  const chosen = generate ? generatePassword() : await readPassword(io)
  if (!(await setSenha(desk, byCommand, name, chosen))) throw nobody(name)
  if (generate) io.out.write(`${chosen}\n`)
  io.err.write(`User ${name} has a new password and is signed out everywhere.\n`)
}

/** Prints how many sessions ended. */
async function signOut(desk: Desk, args: string[], io: CliIo): Promise<void> {
  const name = nameIn(args)
  const found = await findUsuario(desk.database, name)
  if (!found) throw nobody(name)
  io.out.write(`${await endSessoesOf(desk, byCommand, found.id)}\n`)
  io.err.write(`User ${name} is signed out everywhere.\n`)
}

const rules: Record<string, string> = {
  usuario: '--usuario must have 3 to 30 letters, digits, dots or underscores',
  nome: '--nome must be 1 to 120 characters of text',
  papel: `--papel must be one of ${papelSchema.options.join(', ')}`,
  ramal: '--ramal must be digits',
  identificador_interno: '--identificador-interno must be letters and digits',
}

/** Checks the options by the same rules as the screens. @throws UsageError naming every mistake */
function judged<S extends z.ZodType>(
  schema: S,
  { 'identificador-interno': interno, ...given }: Described,
): z.output<S> {
  const read = schema.safeParse({ ...given, identificador_interno: interno })
  if (read.success) return read.data
  throw new UsageError(
    Object.keys(mistakesOf(read.error))
      .map((field) => rules[field])
      .join('\n'),
  )
}

const usuarioChange = changeUsuarioRequest.omit({ alterado_em: true, trocar_com: true })

/** Changes only the fields that are named; an empty extension or internal identifier removes it. */
async function set({ database }: Desk, args: string[], io: CliIo): Promise<void> {
  const { words, values } = readArgs(args, ofSet, 1)
  const [name = ''] = words
  const change = judged(usuarioChange, values)
  const fields = Object.entries(change).filter(([, value]) => value !== undefined)
  if (fields.length === 0)
    throw new UsageError('Say what to change: --nome, --papel, --ramal or --identificador-interno')
  const moved = await changeUsuario(database, name, change, byCommand, { swap: values.swap ? 'anybody' : [] })
  if (!moved) throw nobody(name)
  io.err.write(`User ${name} has ${fields.map(([field, value]) => `${field} ${value ?? 'none'}`).join(', ')} now.\n`)
  tellMoved(moved, io)
}

function tellMoved(moved: Moved[], { err }: CliIo): void {
  for (const { name, value, from, instead } of moved)
    err.write(`It had been ${from}’s ${name} ${value}, who has ${instead ?? 'none'} now.\n`)
}

async function create(desk: Desk, args: string[], io: CliIo): Promise<void> {
  const { values } = readArgs(args, ofCreate)
  const { usuario: asked, nome = asked, papel = 'atendente', senha } = values
  const usuario = judged(newUsuarioRequest, { ...values, nome, papel })
  const { id, moved } = await createUsuario(desk, { ...usuario, senha: senha ?? (await readPassword(io)) }, byCommand)
  io.out.write(`${id}\n`)
  io.err.write(`User ${usuario.usuario} (${usuario.papel}) is created and can sign in.\n`)
  tellMoved(moved, io)
}
