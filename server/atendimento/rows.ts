import type { Database } from '../database/database.ts'
import { columns } from '../database/statement.ts'
import { formatProtocolo } from './rules.ts'
import { type Atendimento, type AtendimentoListado, atendimento, type SaveAtendimentoRequest } from './wire.ts'

/** The columns of a row `a` of atendimento that its wire shows. */
export const atendimentoColumns = columns(
  'atendimento',
  'a',
  atendimento.omit({ protocolo_formatado: true }).keyof().options,
)

type Instant = Date | string

/** A row of atendimento; instants are ISO 8601 texts when it came as JSON. */
interface AtendimentoRow extends Omit<Atendimento, 'protocolo_formatado' | 'criado_em' | 'fechado_em'> {
  criado_em: Instant
  fechado_em: Instant | null
}

export function presentAtendimento({ id, protocolo, descricao, estado, versao, ...row }: AtendimentoRow): Atendimento {
  return {
    id,
    protocolo,
    protocolo_formatado: formatProtocolo(protocolo),
    descricao,
    estado,
    versao,
    criado_em: new Date(row.criado_em).toISOString(),
    fechado_em: row.fechado_em === null ? null : new Date(row.fechado_em).toISOString(),
  }
}

/** Saves on top of the version that was read; false when another save was faster or the ticket is not the user's. */
export function saveWords(
  { prisma }: Database,
  usuarioId: number,
  id: number,
  { versao, descricao, estado }: SaveAtendimentoRequest,
  now: Date,
): Promise<boolean> {
  return prisma.$transaction(async (tx) => {
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
    // Its window shows the words too.
    await tx.ligacao.updateMany({ where: { atendimento: { id } }, data: { versao: { increment: 1 } } })
    return true
  })
}

export const atendimentoById = ({ prisma }: Database, usuarioId: number, id: number) =>
  prisma.atendimento.findFirst({ where: { id, usuario_id: usuarioId } })

export const atendimentoByLigacao = ({ prisma }: Database, ligacaoId: string) =>
  prisma.atendimento.findUnique({ where: { ligacao_id: ligacaoId } })

/** The user's own tickets in one state, newest first, at most 50, each with its customer's name. */
export async function atendimentosOf(
  { prisma }: Database,
  usuarioId: number,
  estado: Atendimento['estado'],
): Promise<AtendimentoListado[]> {
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
    ...presentAtendimento(row),
    cliente: byId.get(row.id_cliente) ?? {
      id_cliente: row.id_cliente,
      codigo_cliente: 0,
      nome_razaosocial: 'Cliente removido',
    },
  }))
}
