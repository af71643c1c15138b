import { recordAuditoria, type Who } from '../../auditoria/rows/recordAuditoria.ts'
import type { Database } from '../../database/database.ts'
import { passado } from '../../ligacao/rows/itsAtendimento.ts'
import { moveCall } from './saveAtendimento.ts'

interface Passing {
  id: number
  /** The version that was read. */
  versao: number
  /** The user who must have the ticket; null: anybody. */
  de: number | null
  para: number
  who: Who
  now: Date
}

/** Gives an open ticket to a colleague, with an entry in the record; returns who had it, null if nothing was done. */
export function reassignAtendimento(
  { prisma }: Database,
  { id, versao, de, para, who, now }: Passing,
): Promise<number | null> {
  return prisma.$transaction(async (tx) => {
    const where = { id, versao, estado: 'aberto' as const, ...(de !== null && { usuario_id: de }) }
    const held = await tx.atendimento.findFirst({ where, select: { usuario_id: true, aberto_por: true } })
    if (!held || held.usuario_id === para) return null
    await moveCall(tx, where)
    const { count } = await tx.atendimento.updateMany({
      where: { ...where, usuario_id: held.usuario_id },
      data: {
        versao: { increment: 1 },
        atualizado_em: now,
        usuario_id: para,
        aberto_por: held.aberto_por ?? held.usuario_id,
        passado_de: held.usuario_id,
        passado_em: now,
      },
    })
    if (count === 0) return null
    const detalhes = { de: held.usuario_id, para }
    await recordAuditoria({ prisma: tx }, { ...who, acao: passado, alvo: `atendimento:${id}`, detalhes })
    return held.usuario_id
  })
}
