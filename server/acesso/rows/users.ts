import { recordAuditoria } from '../../auditoria/rows/recordAuditoria.ts'
import type { Database } from '../../database/database.ts'
import { db, type Place, statement } from '../../database/statement.ts'
import type { Desk } from '../../desk.ts'
import { supervisao } from '../rules/supervisao.ts'
import { type By, type Whose, whereOf } from './changeUsuario.ts'
import { whereLiving } from './session.ts'

const active = { OR: [{ banned: false }, { banned: null }] }
/** The columns of a user that tell who it is. */
const own = {
  ...{ id: true, usuario: true, nome: true, papel: true },
  ...{ ramal: true, identificador_interno: true, banned: true },
} as const

export const listUsuarios = ({ prisma }: Database) =>
  prisma.usuario.findMany({
    orderBy: { id: 'asc' },
    select: own,
  })

/** Everybody as administrators see them, each with the number of their living sessions. */
export async function administeredUsuarios(desk: Desk, where: { id?: number }) {
  const rows = await desk.database.prisma.usuario.findMany({
    where,
    orderBy: [{ nome: 'asc' }, { id: 'asc' }],
    select: {
      ...own,
      updatedAt: true,
      _count: { select: { sessoes: { where: whereLiving(desk) } } },
    },
  })
  return rows.map(({ banned, updatedAt, _count, ...usuario }) => ({
    ...usuario,
    ativo: !banned,
    alterado_em: updatedAt.toISOString(),
    sessoes: _count.sessoes,
  }))
}

/** Active users that a telephone exchange can call: those with an extension or an internal id. */
export const listRamais = ({ prisma }: Database) =>
  prisma.usuario.findMany({
    where: { AND: [active, { OR: [{ ramal: { not: null } }, { identificador_interno: { not: null } }] }] },
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

/** Ids of the active supervisors and administrators. */
export async function listSupervisores({ prisma }: Database): Promise<number[]> {
  const rows = await prisma.usuario.findMany({
    where: { papel: { in: [...supervisao] }, ...active },
    select: { id: true },
  })
  return rows.map(({ id }) => id)
}

const counted = statement('usuario_count', () =>
  db.selectFrom('usuario').select(({ fn }) => fn.countAll<string>().as('count')),
)

export async function countUsuarios({ run }: Database): Promise<number> {
  const [row] = await run(counted, {})
  return Number(row?.count ?? 0)
}

export const findUsuario = ({ prisma }: Database, whose: Whose) =>
  prisma.usuario.findUnique({
    where: whereOf(whose),
    select: { id: true, usuario: true, nome: true },
  })

/**
 * Stores the hash of a new password, and ends every session and any link of the user. False when the user has no
 * password. The hash comes first: a sign-in under way either has its session already, which then ends, or finds another
 * hash (`senhaOf`).
 */
export async function replaceSenha(
  tx: Pick<Database['prisma'], 'conta' | 'sessao' | 'conviteSenha'>,
  userId: number,
  password: string,
  updatedAt: Date,
): Promise<boolean> {
  const where = { userId, providerId: 'credential' }
  const { count } = await tx.conta.updateMany({ where, data: { password, updatedAt } })
  await tx.sessao.deleteMany({ where: { userId } })
  await tx.conviteSenha.deleteMany({ where: { usuario_id: userId } })
  return count === 1
}

/** Replaces the password, on record. False when the user has none. */
export const changeSenha = (
  { prisma }: Database,
  by: By,
  { id, usuario }: { id: number; usuario: string },
  hash: string,
  now: Date,
): Promise<boolean> =>
  prisma.$transaction(async (tx) => {
    if (!(await replaceSenha(tx, id, hash, now))) return false
    const entry = { ...by, alvo: `usuario:${id}`, detalhes: { ...by.detalhes, usuario } }
    await recordAuditoria({ prisma: tx }, { ...entry, acao: 'senha_trocada' })
    return true
  })

const senha = statement('usuario_senha', (the: Place<{ usuario: string }>) =>
  db
    .selectFrom('conta as c')
    .innerJoin('usuario as u', 'u.id', 'c.usuario_id')
    .select('c.senha_hash')
    .where('u.usuario', '=', the('usuario'))
    .where('c.provedor_id', '=', 'credential')
    .forShare('c'),
)

/** The hash of the user's password; null without one. A row lock makes it wait for a change that is under way. */
export async function senhaOf({ run }: Database, usuario: string): Promise<string | null> {
  const [row] = await run(senha, { usuario })
  return row?.senha_hash ?? null
}
