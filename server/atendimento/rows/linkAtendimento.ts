import type { Who } from '../../auditoria/rows/recordAuditoria.ts'
import type { Database } from '../../database/database.ts'
import { giveCliente, type Linked, moveLembretes } from '../../ligacao/rows/itsAtendimento.ts'

interface AtendimentoLink {
  id: number
  /** The user who must have the ticket; null: anybody. */
  de: number | null
  idCliente: number
  who: Who
  now: Date
}

type AtendimentoLinked = Linked | 'no_atendimento' | 'no_cliente'

/**
 * Sets or corrects the customer of a ticket; its call, where there still is one, and the reminders of both get the same
 * customer. With an entry in the record. `increment: 0` only locks a row: a ticket's version counts its words.
 */
export const setClienteOfAtendimento = (
  { prisma }: Database,
  { id, de, idCliente, who, now }: AtendimentoLink,
): Promise<AtendimentoLinked> =>
  prisma.$transaction(async (tx) => {
    const where = { id, ...(de !== null && { usuario_id: de }) }
    // Locks the call before its ticket: docs/decisions/0077.
    await tx.ligacao.updateMany({ where: { atendimento: where }, data: { versao: { increment: 0 } } })
    const [atendimento] = await tx.atendimento.updateManyAndReturn({
      where,
      data: { versao: { increment: 0 } },
      select: { id_cliente: true, ligacao_id: true, protocolo: true },
    })
    if (!atendimento) return 'no_atendimento'
    if (!(await tx.cliente.findUnique({ where: { id_cliente: idCliente }, select: { id_cliente: true } })))
      return 'no_cliente'
    if (atendimento.id_cliente === idCliente) return { donos: [] }
    await giveCliente(tx, who, { id, ...atendimento }, idCliente, now)
    if (atendimento.ligacao_id)
      await tx.ligacao.updateMany({
        where: { id: atendimento.ligacao_id },
        data: { id_cliente: idCliente, versao: { increment: 1 } },
      })
    return { donos: await moveLembretes(tx, { ligacao_id: atendimento.ligacao_id, atendimento_id: id }, idCliente) }
  })
