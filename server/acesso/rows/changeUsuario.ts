import type { Database } from '../../database/database.ts'
import type { Prisma } from '../../database/generated/prisma/client.ts'
import type { Papel } from '../wire.ts'

/** How a telephone exchange names a user; each is of one user alone. */
const names = ['ramal', 'identificador_interno'] as const
type Name = (typeof names)[number]

export interface UsuarioChange extends Partial<Record<Name, string | null>> {
  nome?: string
  papel?: Papel
}

/** Somebody else's extension or internal id that went over to the user, and what that one has instead. */
export interface Moved {
  name: Name
  value: string
  from: string
  instead: string | null
}

/** What may not be changed so. The message says why and what to do. */
export class UsuarioChangeError extends Error {
  override readonly name = 'UsuarioChangeError'
}

const holderOf = (tx: Prisma.TransactionClient, name: Name, value: string) =>
  tx.usuario.findFirst({ where: { [name]: { equals: value, mode: 'insensitive' } } })

/**
 * Changes a user, all or nothing, and tells what came from whom; null when there is no such user. What a disabled user has
 * is free; an active user's is not, unless `swap` says that the two exchange theirs. Screens of those who changed ask anew.
 * @throws UsuarioChangeError for what is somebody's, and for the last administrator's role
 */
export const changeUsuario = (
  { prisma }: Pick<Database, 'prisma'>,
  usuario: string,
  change: UsuarioChange,
  { swap = false }: { swap?: boolean } = {},
): Promise<Moved[] | null> =>
  prisma.$transaction(
    async (tx) => {
      const own = await tx.usuario.findUnique({ where: { usuario: usuario.toLowerCase() } })
      if (!own) return null
      if (change.papel && change.papel !== 'administrador' && own.papel === 'administrador' && !own.banned)
        await demandAnotherAdministrador(tx, own.id)
      const moved: Moved[] = []
      for (const name of names) {
        const value = change[name]
        const holder = value ? await holderOf(tx, name, value) : null
        if (!value || !holder || holder.id === own.id) continue
        if (!holder.banned && !swap)
          throw new UsuarioChangeError(
            `${name} ${value} belongs to ${holder.usuario}. Set another one there first, or exchange the two: --swap`,
          )
        await tx.usuario.update({ where: { id: holder.id }, data: { [name]: null } })
        moved.push({ name, value, from: holder.usuario, instead: swap ? own[name] : null })
      }
      await tx.usuario.update({ where: { id: own.id }, data: change })
      for (const { name, from, instead } of moved)
        if (instead !== null) await tx.usuario.update({ where: { usuario: from }, data: { [name]: instead } })
      return moved
    },
    // Two commands at once may not each find the other's administrator.
    { isolationLevel: 'Serializable' },
  )

async function demandAnotherAdministrador(tx: Prisma.TransactionClient, id: number): Promise<void> {
  const others: Prisma.UsuarioWhereInput = {
    id: { not: id },
    papel: 'administrador',
    OR: [{ banned: false }, { banned: null }],
  }
  if ((await tx.usuario.count({ where: others })) === 0)
    throw new UsuarioChangeError('This is the last administrador who can sign in: make another one first.')
}

/** Takes from disabled users what the exchange is to call somebody else by, and tells whose it was. */
export async function takeFromDisabled(
  { prisma }: Pick<Database, 'prisma'>,
  wanted: Record<Name, string | null>,
): Promise<Moved[]> {
  return prisma.$transaction(async (tx) => {
    const moved: Moved[] = []
    for (const name of names) {
      const value = wanted[name]
      const holder = value ? await holderOf(tx, name, value) : null
      if (!value || !holder?.banned) continue
      await tx.usuario.update({ where: { id: holder.id }, data: { [name]: null } })
      moved.push({ name, value, from: holder.usuario, instead: null })
    }
    return moved
  })
}
