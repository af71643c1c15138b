import { type AuditEntry, recordAuditoria, recordTogether } from '../../auditoria/rows/recordAuditoria.ts'
import type { Database } from '../../database/database.ts'
import type { Prisma, Usuario } from '../../database/generated/prisma/client.ts'
import { hasSqlState } from '../../database/violates.ts'
import type { Papel } from '../wire.ts'

/** The names by which a telephone exchange knows a user; no two users share one. */
const names = ['ramal', 'identificador_interno'] as const
type Name = (typeof names)[number]
type Called = Record<Name, string | null>

/** A user by the id or by the name. */
export type Whose = number | string
export const whereOf = (whose: Whose) => (typeof whose === 'number' ? { id: whose } : { usuario: whose.toLowerCase() })

/** Who made a change, as the record names them. `detalhes` goes into the entry too. */
export type By = Pick<AuditEntry, 'usuarioId' | 'ip' | 'detalhes'>
export const byCommand: By = { detalhes: { por: 'comando' } }

interface UsuarioChange extends Partial<Called> {
  nome?: string
  papel?: Papel
}

/** The fields of the request that differ from the user's current ones. */
const changeOf = (own: Usuario, { nome, papel, ramal, identificador_interno }: UsuarioChange): UsuarioChange => ({
  ...(nome !== undefined && nome !== own.nome && { nome }),
  ...(papel !== undefined && papel !== own.papel && { papel }),
  ...(ramal !== undefined && ramal !== own.ramal && { ramal }),
  ...(identificador_interno !== undefined &&
    identificador_interno !== own.identificador_interno && { identificador_interno }),
})

/** An extension or internal id that moved to the user from the user `from`, who has `instead` now. */
export interface Moved {
  name: Name
  value: string
  from: string
  instead: string | null
}

/** A change of a user that is not possible. The message is for operators. */
export class UsuarioChangeError extends Error {
  override readonly name = 'UsuarioChangeError'
  readonly why: { taken: { name: Name; of: string }[] } | 'usuario' | 'last' | 'stale'
  constructor(why: UsuarioChangeError['why'], message: string) {
    super(message)
    this.why = why
  }
}

const holderOf = (tx: Prisma.TransactionClient, name: Name, value: string) =>
  tx.usuario.findFirst({ where: { [name]: { equals: value, mode: 'insensitive' } } })

const alvoOf = (id: number) => `usuario:${id}`

type Own = Called & { id: number }

/** Active users who may be made to exchange their extension or internal id: these ids, or any holder. */
type Swap = readonly number[] | 'anybody'

/**
 * Takes the wanted names from the users who have them: from disabled users always, from active ones only if they are in
 * `swap`; these get `own`'s name in exchange. @throws UsuarioChangeError
 */
async function takeNames(tx: Prisma.TransactionClient, wanted: Partial<Called>, own?: Own, swap: Swap = []) {
  const held: { name: Name; value: string; holder: Usuario }[] = []
  for (const name of names) {
    const value = wanted[name]
    const holder = value ? await holderOf(tx, name, value) : null
    if (value && holder && holder.id !== own?.id) held.push({ name, value, holder })
  }
  const exchanges = ({ id }: Usuario) => swap === 'anybody' || swap.includes(id)
  const taken = held.filter(({ holder }) => !holder.banned && !exchanges(holder))
  if (taken.length > 0)
    throw new UsuarioChangeError(
      { taken: taken.map(({ name, holder }) => ({ name, of: holder.nome })) },
      taken
        .map(({ name, value, holder }) => `${name} ${value} belongs to ${holder.usuario}. Set another one there first`)
        .map((sentence) => `${sentence}${own ? ', or exchange the two: --swap' : '.'}`)
        .join('\n'),
    )
  const moved: Moved[] = []
  for (const { name, value, holder } of held) {
    await tx.usuario.update({ where: { id: holder.id }, data: { [name]: null } })
    moved.push({ name, value, from: holder.usuario, instead: (exchanges(holder) && own?.[name]) || null })
  }
  return moved
}

/**
 * Changes a user, all or nothing and on record; returns which names moved from whom, or null when there is no such
 * user. If no field differs, nothing is written. A disabled user's names are free; an active user's are not, unless
 * `swap` allows the exchange. `seen` is the `updatedAt` that the form was based on: a user who changed since is
 * refused. The screens of all users who changed reload.
 * @throws UsuarioChangeError
 */
export const changeUsuario = (
  database: Pick<Database, 'prisma'>,
  whose: Whose,
  asked: UsuarioChange,
  by: By,
  { swap = [], seen }: { swap?: Swap; seen?: Date } = {},
): Promise<Moved[] | null> =>
  inOneGo(database, async (tx) => {
    const own = await tx.usuario.findUnique({ where: whereOf(whose) })
    if (!own) return null
    if (seen && own.updatedAt.getTime() !== seen.getTime()) throw stale()
    const change = changeOf(own, asked)
    if (Object.keys(change).length === 0) return []
    const moved = await takeNames(tx, change, own, swap)
    await tx.usuario.update({ where: { id: own.id }, data: change })
    for (const { name, from, instead } of moved)
      if (instead !== null) await tx.usuario.update({ where: { usuario: from }, data: { [name]: instead } })
    const detalhes = { ...by.detalhes, usuario: own.usuario, ...change, ...toldMoved(moved) }
    await recordAuditoria({ prisma: tx }, { ...by, acao: 'usuario_alterado', alvo: alvoOf(own.id), detalhes })
    return moved
  })

const toldMoved = (moved: Moved[]) => Object.fromEntries(moved.map(({ name, from }) => [`${name}_de`, from]))

export interface NewPerson extends Called {
  usuario: string
  nome: string
  papel: Papel
  /** The hash of the password. */
  hash: string
}

/** Creates a user; with `by` on record, with `first` only as the first one. @throws UsuarioChangeError */
export const insertUsuario = (
  database: Pick<Database, 'prisma'>,
  person: NewPerson,
  by?: By,
  { first = false } = {},
): Promise<{ id: number; moved: Moved[] }> =>
  inOneGo(database, async (tx) => {
    if (first && (await tx.usuario.count()) > 0) throw stale()
    return insert(tx, person, by)
  })

/**
 * Creates users, on record, in one transaction. Anyone whose name or extension somebody else took meanwhile is left
 * out: the result says for each, in the given order, whether they were created. The others are written together.
 */
export const insertUsuarios = (database: Pick<Database, 'prisma'>, people: readonly NewPerson[], by: By) =>
  inOneGo(database, async (tx) => {
    const select = { usuario: true, ramal: true, identificador_interno: true } as const
    const used = new Set((await tx.usuario.findMany({ select })).flatMap(calledBy))
    const isFree = (person: NewPerson) => !calledBy(person).some((name) => used.has(name))
    await write(tx, people.filter(isFree), by)
    const created: boolean[] = []
    for (const person of people)
      created.push(isFree(person) || (await insert(tx, person, by).then(() => true, refusedAlone)))
    return created
  })

const calledBy = (of: Called & { usuario: string }) =>
  (['usuario', ...names] as const).flatMap((name) => (of[name] ? `${name} ${of[name].toLowerCase()}` : []))

function refusedAlone(error: unknown): false {
  if (error instanceof UsuarioChangeError) return false
  throw error
}

/** @throws UsuarioChangeError before anything is written */
async function insert(tx: Prisma.TransactionClient, person: NewPerson, by?: By) {
  const { usuario } = person
  if (await tx.usuario.findUnique({ where: { usuario }, select: { id: true } })) throw nameTaken(person)
  const moved = await takeNames(tx, person)
  const [id = 0] = await write(tx, [person], by, moved)
  return { id, moved }
}

async function write(tx: Prisma.TransactionClient, people: readonly NewPerson[], by?: By, moved: Moved[] = []) {
  const known = new Map(people.map(({ hash, ...data }) => [data.usuario, { hash, data }]))
  const rows = await tx.usuario.createManyAndReturn({
    // better-auth requires an e-mail address; none is ever sent.
    data: people.map(({ hash: _, ...data }) => ({ ...data, email: `${data.usuario}@alo.invalid` })),
    select: { id: true, usuario: true },
  })
  await tx.conta.createMany({
    data: rows.map(({ id, usuario }) => ({
      ...{ accountId: String(id), providerId: 'credential', userId: id },
      password: known.get(usuario)?.hash ?? null,
    })),
  })
  const entries = rows.map(({ id, usuario }) => {
    const detalhes = { ...by?.detalhes, ...known.get(usuario)?.data, ...toldMoved(moved) }
    return { ...by, acao: 'usuario_criado' as const, alvo: alvoOf(id), detalhes }
  })
  if (by) await recordTogether({ prisma: tx }, entries)
  return rows.map(({ id }) => id)
}

/**
 * Disables a user and ends every session at once, or lets one sign in again; on record, unless it was so already.
 * False when there is no such user.
 * @throws UsuarioChangeError for the last administrator
 */
export const setAtivo = (database: Pick<Database, 'prisma'>, whose: Whose, ativo: boolean, by: By): Promise<boolean> =>
  inOneGo(database, async (tx) => {
    const own = await tx.usuario.findUnique({ where: whereOf(whose) })
    if (!own || Boolean(own.banned) !== ativo) return own !== null
    const data = { banned: !ativo, banReason: ativo ? null : 'desativado', banExpires: null }
    await tx.usuario.update({ where: { id: own.id }, data })
    // Also of a user who is enabled again: a sign-in may have been under way while they were disabled.
    await tx.sessao.deleteMany({ where: { userId: own.id } })
    await tx.conviteSenha.deleteMany({ where: { usuario_id: own.id } })
    const acao = ativo ? 'usuario_reativado' : 'usuario_desativado'
    const detalhes = { ...by.detalhes, usuario: own.usuario }
    await recordAuditoria({ prisma: tx }, { ...by, acao, alvo: alvoOf(own.id), detalhes })
    return true
  })

const stale = () =>
  new UsuarioChangeError('stale', 'Somebody else changed the user in the same moment: look again, and repeat it.')
const nameTaken = ({ usuario }: { usuario: string }) =>
  new UsuarioChangeError('usuario', `--usuario ${usuario} is taken`)

/** What the trigger `usuario_ultimo_administrador` raises. */
const lastAdministrador = 'AL001'
/** Serialization failure, deadlock, and unique violation: somebody took the name or the extension meanwhile. */
const inTheSameMoment = ['40001', '40P01', '23505']

/**
 * Runs the work in one transaction. If it conflicts with another transaction, it runs again on what that one committed:
 * then it succeeds, or fails with the real reason. Each conflict means that another one succeeded, so few run twice.
 */
async function inOneGo<T>(
  { prisma }: Pick<Database, 'prisma'>,
  work: (tx: Prisma.TransactionClient) => Promise<T>,
  more = 4,
): Promise<T> {
  try {
    return await prisma.$transaction(work, { isolationLevel: 'Serializable' })
  } catch (error) {
    if (hasSqlState(error, lastAdministrador))
      throw new UsuarioChangeError('last', 'This is the last administrador who can sign in: make another one first.')
    if (!inTheSameMoment.some((code) => hasSqlState(error, code))) throw error
    if (more === 0) throw stale()
    return inOneGo({ prisma }, work, more - 1)
  }
}
