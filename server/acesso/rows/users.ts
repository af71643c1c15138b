import type { Database } from '../../database/database.ts'
import { db, type Place, statement } from '../../database/statement.ts'

export const listUsuarios = ({ prisma }: Database) =>
  prisma.usuario.findMany({
    orderBy: { id: 'asc' },
    select: {
      id: true,
      usuario: true,
      nome: true,
      papel: true,
      ramal: true,
      identificador_interno: true,
      banned: true,
    },
  })

/** Active users that a telephone exchange can call: those with an extension or an internal id. */
export const listRamais = ({ prisma }: Database) =>
  prisma.usuario.findMany({
    where: {
      AND: [
        { OR: [{ banned: false }, { banned: null }] },
        { OR: [{ ramal: { not: null } }, { identificador_interno: { not: null } }] },
      ],
    },
    orderBy: [{ ramal: 'asc' }, { identificador_interno: 'asc' }],
    select: { id: true, ramal: true, identificador_interno: true },
  })

/** Everybody who may write tickets, by name; `ativo` is false for who cannot sign in any more. */
export async function listColegas({ prisma }: Database) {
  const rows = await prisma.usuario.findMany({
    orderBy: [{ nome: 'asc' }, { id: 'asc' }],
    select: { id: true, nome: true, ramal: true, banned: true },
  })
  return rows.map(({ banned, ...usuario }) => ({ ...usuario, ativo: !banned }))
}

/** Who answers for the agents, and may sign in. */
export async function listSupervisores({ prisma }: Database): Promise<number[]> {
  const rows = await prisma.usuario.findMany({
    where: { papel: { in: ['supervisor', 'administrador'] }, OR: [{ banned: false }, { banned: null }] },
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}

const counted = statement('usuario_count', (_: Place<Record<never, never>>) =>
  db.selectFrom('usuario').select(({ fn }) => fn.countAll<string>().as('count')),
)

export async function countUsuarios({ run }: Database): Promise<number> {
  const [row] = await run(counted, {})
  return Number(row?.count ?? 0)
}

const disabled = statement('usuario_disable', (the: Place<{ usuario: string; now: Date }>) =>
  db
    .with('u', (of) =>
      of
        .updateTable('usuario')
        .set({ desativado: true, motivo_desativacao: 'desativado', atualizado_em: the('now') })
        .where(({ eb, fn }) => eb('usuario', '=', fn<string>('lower', [the('usuario')])))
        .returning('id'),
    )
    .with('s', (of) => of.deleteFrom('sessao').where('usuario_id', 'in', (each) => each.selectFrom('u').select('u.id')))
    .selectFrom('u')
    .select('id'),
)

/** Disables the user and ends every session at once. False when there is no such user. */
export async function disableUsuario({ run }: Database, usuario: string, now: Date): Promise<boolean> {
  return (await run(disabled, { usuario, now })).length === 1
}

/** Lets a disabled user sign in again. False when there is no such user. */
export async function enableUsuario({ prisma }: Database, usuario: string): Promise<boolean> {
  const { count } = await prisma.usuario.updateMany({
    where: { usuario: usuario.toLowerCase() },
    data: { banned: false, banReason: null, banExpires: null },
  })
  return count === 1
}

export const usuarioNamed = ({ prisma }: Database, usuario: string) =>
  prisma.usuario.findUnique({
    where: { usuario: usuario.toLowerCase() },
    select: { id: true, usuario: true, nome: true },
  })

const replaced = statement('usuario_password', (the: Place<{ id: number; hash: string; now: Date }>) =>
  db
    .with('s', (of) => of.deleteFrom('sessao').where('usuario_id', '=', the('id')))
    .updateTable('conta')
    .set({ senha_hash: the('hash'), atualizado_em: the('now') })
    .where('usuario_id', '=', the('id'))
    .where('provedor_id', '=', 'credential')
    .returning('id'),
)

/** Another password's hash; every session of the user ends with the old one. False when the user has no password. */
export async function replaceSenha({ run }: Database, id: number, hash: string, now: Date): Promise<boolean> {
  return (await run(replaced, { id, hash, now })).length === 1
}
