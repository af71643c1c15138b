import { recordAuditoria } from '../../auditoria/rows/recordAuditoria.ts'
import type { Database } from '../../database/database.ts'
import type { By } from './changeUsuario.ts'
import { replaceSenha } from './users.ts'

/** Stores a link to a new password in place of the user's last one, on record. False when no active user has the id. */
export const putConvite = (
  { prisma }: Database,
  convite: { usuario_id: number; hash: string; expira_em: Date },
  by: By,
): Promise<boolean> =>
  prisma.$transaction(async (tx) => {
    const { usuario_id } = convite
    const usuario = await tx.usuario.findUnique({ where: { id: usuario_id }, select: { usuario: true, banned: true } })
    if (!usuario || usuario.banned) return false
    await tx.conviteSenha.upsert({ where: { usuario_id }, create: convite, update: convite })
    const entry = { ...by, alvo: `usuario:${usuario_id}`, detalhes: { usuario: usuario.usuario } }
    await recordAuditoria({ prisma: tx }, { ...entry, acao: 'convite_senha_criado' })
    return true
  })

/** The user whose link it is; null when it was used or replaced, is too old, or the user is disabled. */
export async function conviteOf({ prisma }: Database, hash: string, now: Date) {
  const found = await prisma.conviteSenha.findUnique({
    where: { hash, expira_em: { gt: now } },
    select: { usuario: { select: { id: true, usuario: true, nome: true, banned: true } } },
  })
  return found && !found.usuario.banned ? found.usuario : null
}

/**
 * Uses a link up: stores the hash of the new password (`senha`) and ends every session of the user; on record. False
 * when another use was faster, or the link is too old.
 */
export const spendConvite = (
  { prisma }: Database,
  { hash, senha, ip }: { hash: string; senha: string; ip: string },
  now: Date,
): Promise<boolean> =>
  prisma.$transaction(async (tx) => {
    const convite = await tx.conviteSenha.findUnique({ where: { hash, expira_em: { gt: now } } })
    const { count } = await tx.conviteSenha.deleteMany({ where: { hash } })
    if (convite === null || count === 0 || !(await replaceSenha(tx, convite.usuario_id, senha, now))) return false
    await recordAuditoria({ prisma: tx }, { usuarioId: convite.usuario_id, ip, acao: 'senha_escolhida' })
    return true
  })
