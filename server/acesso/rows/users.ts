import type { Database } from '../../database/database.ts'
import { db, type Place, statement } from '../../database/statement.ts'
import { type Whose, whereOf } from './changeUsuario.ts'

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

/** Everybody as administrators see them, with how many sessions each has now. */
export async function administeredUsuarios({ prisma }: Database, where: { id?: number }, now: Date) {
  const rows = await prisma.usuario.findMany({
    where,
    orderBy: [{ nome: 'asc' }, { id: 'asc' }],
    select: {
      ...{ id: true, usuario: true, nome: true, papel: true, ramal: true, identificador_interno: true, banned: true },
      updatedAt: true,
      _count: { select: { sessoes: { where: { expiresAt: { gt: now } } } } },
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

export const findUsuario = ({ prisma }: Database, whose: Whose) =>
  prisma.usuario.findUnique({
    where: whereOf(whose),
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
