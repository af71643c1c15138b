import { recordAuditoria, type Who } from '../../auditoria/rows/recordAuditoria.ts'
import type { Database } from '../../database/database.ts'
import { inTurn } from '../../database/inTurn.ts'
import { unlessTaken } from '../../database/violates.ts'
import { isOvertaken } from '../../refusal.ts'
import type { MotivoPausa } from '../wire.ts'

/** Every reason for a pause, those out of use included, in the order in which they were added. */
export const listMotivosPausa = ({ prisma }: Database): Promise<MotivoPausa[]> =>
  prisma.motivoDePausa.findMany({ orderBy: { ordem: 'asc' }, omit: { ordem: true } })

/** Why a reason is not written: another has its name, there are too many, or none has its code. */
export type NotWritten = 'taken' | 'many' | 'unknown'

/** Adds a reason, on record. `codigoBeside` makes a code that is not known yet; null when there are too many. */
export const createMotivoPausa = (
  database: Database,
  by: Who,
  motivo: Omit<MotivoPausa, 'codigo'>,
  codigoBeside: (known: ReadonlySet<string>) => string | null,
): Promise<NotWritten | null> =>
  unlessTaken(
    inTurn(database, async (tx) => {
      const known = await tx.motivoDePausa.findMany({ select: { codigo: true } })
      const codigo = codigoBeside(new Set(known.map((each) => each.codigo)))
      if (codigo === null) return 'many'
      await tx.motivoDePausa.create({ data: { codigo, ...motivo } })
      const { nome } = motivo
      await recordAuditoria({ prisma: tx }, { ...by, acao: 'motivo_pausa_criado', detalhes: { nome } })
      return null
    }),
  )

/**
 * Changes the given fields of a reason; on record, unless nothing changes. Returns its name now if that is neither
 * `nome_lido` nor the new one; then nothing is written.
 */
export const changeMotivoPausa = (
  database: Database,
  by: Who,
  codigo: string,
  data: Partial<Omit<MotivoPausa, 'codigo'>>,
  nome_lido?: string,
): Promise<NotWritten | { agora: string } | null> =>
  unlessTaken(
    inTurn(database, async (tx) => {
      const now = await tx.motivoDePausa.findUnique({ where: { codigo } })
      if (!now) return 'unknown'
      if (isOvertaken(now.nome, nome_lido, data.nome)) return { agora: now.nome }
      if ((data.nome ?? now.nome) === now.nome && (data.ativo ?? now.ativo) === now.ativo) return null
      await tx.motivoDePausa.update({ where: { codigo }, data })
      await recordAuditoria({ prisma: tx }, { ...by, acao: 'motivo_pausa_alterado', detalhes: { codigo, ...data } })
      return null
    }),
  )
