import { makeProtocolo } from '../../atendimento/rules.ts'
import type { Database } from '../../database/database.ts'

export interface TicketOpening {
  usuarioId: number
  ligacaoId: string
  /** The day of the desk's own calendar, YYYY-MM-DD. */
  dia: string
  now: Date
}

export type TicketOpened = 'opened' | 'existing' | 'no_call' | 'no_cliente'

/**
 * One ticket a call: the row of the call is held while the number is taken, so that two clicks get one ticket, and the
 * day's row is held while it counts, so that no number is given twice.
 */
export const openTicket = (
  { prisma }: Database,
  { usuarioId, ligacaoId, dia, now }: TicketOpening,
): Promise<TicketOpened> =>
  prisma.$transaction(async (tx) => {
    // A change by nothing holds the row to the transaction's end.
    const [call] = await tx.ligacao.updateManyAndReturn({
      where: { id: ligacaoId, usuario_id: usuarioId },
      data: { versao: { increment: 0 } },
      select: { id_cliente: true, estado: true },
    })
    if (!call) return 'no_call'
    const existing = await tx.atendimento.findUnique({ where: { ligacao_id: ligacaoId }, select: { id: true } })
    if (existing) return 'existing'
    if (call.estado !== 'aberta') return 'no_call'
    if (call.id_cliente === null) return 'no_cliente'
    const { ultimo } = await tx.protocoloDiario.upsert({
      where: { dia },
      create: { dia, ultimo: 1 },
      update: { ultimo: { increment: 1 } },
    })
    await tx.atendimento.create({
      data: {
        protocolo: makeProtocolo(dia, ultimo),
        ligacao_id: ligacaoId,
        id_cliente: call.id_cliente,
        usuario_id: usuarioId,
        criado_em: now,
        atualizado_em: now,
      },
    })
    await tx.ligacao.update({ where: { id: ligacaoId }, data: { versao: { increment: 1 } } })
    return 'opened'
  })
