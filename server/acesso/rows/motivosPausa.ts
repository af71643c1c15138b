import { recordAuditoria, type Who } from '../../auditoria/rows.ts'
import type { Database } from '../../database/database.ts'
import { inTurn } from '../../database/inTurn.ts'
import { hasSqlState } from '../../database/violates.ts'
import type { MotivoPausa } from '../wire.ts'

/** Every reason for a pause, those out of use included, in the order in which they were added. */
export const listMotivosPausa = ({ prisma }: Database): Promise<MotivoPausa[]> =>
  prisma.motivoDePausa.findMany({ orderBy: { ordem: 'asc' }, omit: { ordem: true } })

/** Why a reason is not written: another has its name, there are too many, or none has its code. */
export type NotWritten = 'taken' | 'many' | 'unknown'

const unlessTaken = <Outcome>(writing: Promise<Outcome>) =>
  writing.catch((error): 'taken' => {
    if (hasSqlState(error, '23505')) return 'taken'
    throw error
  })

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
      const now = nome_lido === undefined ? null : await tx.motivoDePausa.findUnique({ where: { codigo } })
      if (now && now.nome !== nome_lido && now.nome !== data.nome) return { agora: now.nome }
      const other = Object.entries(data).map(([name, value]) => ({ [name]: { not: value } }))
      const { count } = await tx.motivoDePausa.updateMany({ where: { codigo, OR: other }, data })
      if (count === 0) return (await tx.motivoDePausa.count({ where: { codigo } })) === 0 ? 'unknown' : null
      await recordAuditoria({ prisma: tx }, { ...by, acao: 'motivo_pausa_alterado', detalhes: { codigo, ...data } })
      return null
    }),
  )
