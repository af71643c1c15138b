import type { Database } from '../../database/open.ts'
import { makeProtocolo } from '../rules.ts'

export interface TicketOpening {
  usuarioId: number
  ligacaoId: string
  /** The day of the desk's own calendar, YYYY-MM-DD. */
  dia: string
  now: Date
}

export type TicketOpened = { kind: 'opened' } | { kind: 'existing' } | { kind: 'no_call' } | { kind: 'no_cliente' }

export interface TicketChange {
  versao: number
  descricao?: string | undefined
  estado?: 'aberto' | 'fechado' | undefined
}

export function atendimentoStore({ prisma }: Database) {
  return {
    /**
     * One ticket a call: the row of the call is held while the number is taken, so that two clicks get one ticket, and
     * the day's row is held while it counts, so that no number is given twice.
     */
    open: ({ usuarioId, ligacaoId, dia, now }: TicketOpening): Promise<TicketOpened> =>
      prisma.$transaction(async (tx) => {
        const [call] = await tx.$queryRaw<{ id_cliente: number | null; estado: string }[]>`
          SELECT id_cliente, estado::text FROM ligacao WHERE id = ${ligacaoId}::uuid AND usuario_id = ${usuarioId} FOR UPDATE`
        if (!call) return { kind: 'no_call' }
        const existing = await tx.atendimento.findUnique({ where: { ligacao_id: ligacaoId }, select: { id: true } })
        if (existing) return { kind: 'existing' }
        if (call.estado !== 'aberta') return { kind: 'no_call' }
        if (call.id_cliente === null) return { kind: 'no_cliente' }
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
        return { kind: 'opened' }
      }),

    /** Saves on top of the version that was read; false when another save was faster or the ticket is not the user's. */
    save: (usuarioId: number, id: number, change: TicketChange, now: Date): Promise<boolean> =>
      prisma.$transaction(async (tx) => {
        const { versao, descricao, estado } = change
        const { count } = await tx.atendimento.updateMany({
          where: { id, usuario_id: usuarioId, versao },
          data: {
            versao: { increment: 1 },
            atualizado_em: now,
            ...(descricao !== undefined && { descricao }),
            ...(estado !== undefined && { estado, fechado_em: estado === 'fechado' ? now : null }),
          },
        })
        if (count === 0) return false
        await tx.ligacao.updateMany({ where: { atendimento: { id } }, data: { versao: { increment: 1 } } })
        return true
      }),

    byId: (usuarioId: number, id: number) => prisma.atendimento.findFirst({ where: { id, usuario_id: usuarioId } }),

    byLigacao: (ligacaoId: string) => prisma.atendimento.findUnique({ where: { ligacao_id: ligacaoId } }),

    /** The user's own tickets in one state, newest first, at most 50, each with its customer's name. */
    async listOf(usuarioId: number, estado: 'aberto' | 'fechado') {
      const rows = await prisma.atendimento.findMany({
        where: { usuario_id: usuarioId, estado },
        orderBy: [{ criado_em: 'desc' }, { id: 'desc' }],
        take: 50,
      })
      const clientes = await prisma.cliente.findMany({
        where: { id_cliente: { in: rows.map((row) => row.id_cliente) } },
        select: { id_cliente: true, codigo_cliente: true, nome_razaosocial: true },
      })
      const byId = new Map(clientes.map((cliente) => [cliente.id_cliente, cliente]))
      return rows.map((row) => ({
        ...row,
        cliente: byId.get(row.id_cliente) ?? {
          id_cliente: row.id_cliente,
          codigo_cliente: 0,
          nome_razaosocial: 'Cliente removido',
        },
      }))
    },
  }
}

export type AtendimentoStore = ReturnType<typeof atendimentoStore>
