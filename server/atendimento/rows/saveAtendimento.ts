import type { Database } from '../../database/database.ts'
import type { Prisma } from '../../database/generated/prisma/client.ts'
import { build } from '../../database/statement.ts'
import type { SaveAtendimentoRequest } from '../wire/atendimento.ts'

/** What a save changes; `busca` is `descricao` as `foldText` folds it. */
type AtendimentoChange = SaveAtendimentoRequest & { busca: string | undefined }

/**
 * Increments the version of a ticket's call, because its window shows the ticket too. It must be the transaction's
 * first write: whoever writes a call and its ticket locks the call first (docs/decisions/0077). A version too many does
 * no harm.
 */
export const moveCall = (tx: Prisma.TransactionClient, atendimento: Prisma.AtendimentoWhereInput) =>
  tx.ligacao.updateMany({ where: { atendimento }, data: { versao: { increment: 1 } } })

/** Saves on top of the version that was read; false when another save was faster or the ticket is not the user's. */
export function saveWords(
  { prisma }: Database,
  usuarioId: number,
  id: number,
  { versao, descricao, busca, estado, id_motivo, id_desfecho }: AtendimentoChange,
  now: Date,
): Promise<boolean> {
  const where = { id, usuario_id: usuarioId, versao }
  return prisma.$transaction(async (tx) => {
    await moveCall(tx, where)
    // A ticket that is closed already keeps its `fechado_em`.
    if (estado === 'fechado')
      await tx.atendimento.updateMany({ where: { ...where, estado: 'aberto' }, data: { fechado_em: now } })
    const { count } = await tx.atendimento.updateMany({
      where,
      data: {
        versao: { increment: 1 },
        atualizado_em: now,
        ...(descricao !== undefined && { descricao }),
        ...(busca !== undefined && { busca }),
        ...(estado !== undefined && { estado }),
        // A reopened ticket has no outcome yet.
        ...(estado === 'aberto' && { fechado_em: null, id_desfecho: null }),
        ...(id_motivo !== undefined && { id_motivo }),
        ...(id_desfecho !== undefined && { id_desfecho }),
      },
    })
    return count > 0
  })
}

/** Whether the ticket's customer was erased at their own request after it was opened. */
export async function isOfErased({ query }: Database, id: number): Promise<boolean> {
  const erased = build
    .selectFrom('atendimento as a')
    .innerJoin('titular_eliminado as t', 't.id_cliente', 'a.id_cliente')
    .select('a.id')
    .where('a.id', '=', id)
    .whereRef('a.criado_em', '<=', 't.eliminado_em')
  return (await query(erased)).length > 0
}

/** The choices that are not in their list, or that are out of use and are not the ticket's present choice. */
export async function unknownChoices(
  { prisma }: Database,
  id: number,
  chosen: Pick<SaveAtendimentoRequest, 'id_motivo' | 'id_desfecho'>,
): Promise<('id_motivo' | 'id_desfecho')[]> {
  const wanted = (['id_motivo', 'id_desfecho'] as const).flatMap((field) => {
    const opcao = chosen[field]
    return typeof opcao === 'number' ? [{ field, opcao }] : []
  })
  if (wanted.length === 0) return []
  const [opcoes, atendimento] = await Promise.all([
    prisma.opcaoAtendimento.findMany({ where: { id: { in: wanted.map(({ opcao }) => opcao) } } }),
    prisma.atendimento.findUnique({ where: { id }, select: { id_motivo: true, id_desfecho: true } }),
  ])
  return wanted
    .filter(({ field, opcao }) => {
      const known = opcoes.find((each) => each.id === opcao && `id_${each.lista}` === field)
      return !known?.ativo && !(known && atendimento?.[field] === opcao)
    })
    .map(({ field }) => field)
}

export const atendimentoById = ({ prisma }: Database, usuarioId: number, id: number) =>
  prisma.atendimento.findFirst({ where: { id, usuario_id: usuarioId } })
