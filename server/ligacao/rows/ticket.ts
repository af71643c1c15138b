import { makeProtocolo } from '../../atendimento/rules/protocolo.ts'
import type { Database } from '../../database/database.ts'
import type { PrismaClient } from '../../database/generated/prisma/client.ts'

type Transaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0]

/** A change by nothing holds the row to the transaction's end. */
const holdCall = async (tx: Transaction, id: string, usuario_id: number) => {
  const [call] = await tx.ligacao.updateManyAndReturn({
    where: { id, usuario_id },
    data: { versao: { increment: 0 } },
    select: { id_cliente: true, estado: true, atendida_em: true, grupo: true, telefone_chave: true },
  })
  return call
}

export interface TicketOpening {
  usuarioId: number
  ligacaoId: string
  /** The day of the desk's own calendar, YYYY-MM-DD. */
  dia: string
  now: Date
}

/** `grouped`: the call rings others too, and must be attended first. */
export type TicketOpened = 'opened' | 'existing' | 'no_call' | 'over' | 'grouped'

/**
 * One ticket a call: the row of the call is held while the number is taken, so that two clicks get one ticket, and the
 * day's row is held while it counts, so that no number is given twice. It is a sign that the call is attended.
 */
export const openTicket = (
  { prisma }: Database,
  { usuarioId, ligacaoId, dia, now }: TicketOpening,
): Promise<TicketOpened> =>
  prisma.$transaction(async (tx) => {
    const call = await holdCall(tx, ligacaoId, usuarioId)
    if (!call) return 'no_call'
    const existing = await tx.atendimento.findUnique({ where: { ligacao_id: ligacaoId }, select: { id: true } })
    if (existing) return 'existing'
    if (call.estado !== 'aberta') return 'over'
    if (call.grupo !== null && call.atendida_em === null) return 'grouped'
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
        telefone_chave: call.telefone_chave,
        criado_em: now,
        atualizado_em: now,
      },
    })
    await tx.ligacao.update({
      where: { id: ligacaoId },
      data: { versao: { increment: 1 }, atendida_em: call.atendida_em ?? now },
    })
    return 'opened'
  })

export interface ClienteLink {
  usuarioId: number
  ligacaoId: string
  idCliente: number
  /** For the record. */
  ip: string
  now: Date
}

export type ClienteLinked = 'linked' | 'unchanged' | 'no_call' | 'no_cliente' | 'over' | 'grouped' | 'passed'

/**
 * The agent says who calls, or who called: of an open window, or of any call that has its ticket, whose customer moves along
 * and goes on record; not once it was passed on. It is a sign that an open call is attended.
 */
export const linkCall = (
  { prisma }: Database,
  { usuarioId, ligacaoId, idCliente, ip, now }: ClienteLink,
): Promise<ClienteLinked> =>
  prisma.$transaction(async (tx) => {
    const ofCall = { ligacao_id: ligacaoId, ligacao: { usuario_id: usuarioId } }
    // The ticket before its call, as saving words does; the row is held, its version counts what is written in it.
    const [held] = await tx.atendimento.updateManyAndReturn({ where: ofCall, data: { versao: { increment: 0 } } })
    const call = await holdCall(tx, ligacaoId, usuarioId)
    if (!call) return 'no_call'
    const ticket = held ?? (await tx.atendimento.findUnique({ where: { ligacao_id: ligacaoId } }))
    if (call.estado !== 'aberta' && !ticket) return 'over'
    if (!(await tx.cliente.findUnique({ where: { id_cliente: idCliente }, select: { id_cliente: true } })))
      return 'no_cliente'
    const moves = ticket !== null && ticket.id_cliente !== idCliente
    if (moves && ticket.usuario_id !== usuarioId) return 'passed'
    const attends = call.estado === 'aberta' && call.atendida_em === null
    if (attends && call.grupo !== null) return 'grouped'
    if (call.id_cliente === idCliente && !attends && !moves) return 'unchanged'
    await tx.ligacao.update({
      where: { id: ligacaoId },
      data: { id_cliente: idCliente, versao: { increment: 1 }, ...(attends && { atendida_em: now }) },
    })
    if (moves) {
      await tx.atendimento.update({ where: { id: ticket.id }, data: { id_cliente: idCliente, atualizado_em: now } })
      await tx.auditoria.create({
        data: {
          usuario_id: usuarioId,
          ip,
          acao: 'atendimento_cliente_alterado',
          alvo: `atendimento:${ticket.id}`,
          detalhes: { protocolo: ticket.protocolo, de: ticket.id_cliente, para: idCliente },
          quando: now,
        },
      })
    }
    return 'linked'
  })
