import { recordAuditoria, type Who } from '../../auditoria/rows.ts'
import type { Database } from '../../database/database.ts'
import { type Linked, moveLembretes } from '../../ligacao/rows/itsAtendimento.ts'

interface AtendimentoLink {
  id: number
  /** Whose it must be; null: anybody's. */
  de: number | null
  idCliente: number
  who: Who
  now: Date
}

type AtendimentoLinked = Linked | 'no_atendimento' | 'no_cliente'

/**
 * Says or corrects whom a ticket is about; its call, where there still is one, and their reminders move along. With an
 * entry in the record. The rows are held, the ticket's version counts what is written in it.
 */
export const setClienteOfAtendimento = (
  { prisma }: Database,
  { id, de, idCliente, who, now }: AtendimentoLink,
): Promise<AtendimentoLinked> =>
  prisma.$transaction(async (tx) => {
    const where = { id, ...(de !== null && { usuario_id: de }) }
    // The call before its ticket: docs/decisions/0077.
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
    await tx.atendimento.update({ where: { id }, data: { id_cliente: idCliente, atualizado_em: now } })
    if (atendimento.ligacao_id)
      await tx.ligacao.updateMany({
        where: { id: atendimento.ligacao_id },
        data: { id_cliente: idCliente, versao: { increment: 1 } },
      })
    const detalhes = { protocolo: atendimento.protocolo, de: atendimento.id_cliente, para: idCliente }
    const entry = { ...who, alvo: `atendimento:${id}`, detalhes, quando: now }
    await recordAuditoria({ prisma: tx }, { ...entry, acao: 'atendimento_cliente_alterado' })
    return { donos: await moveLembretes(tx, { ligacao_id: atendimento.ligacao_id, atendimento_id: id }, idCliente) }
  })
