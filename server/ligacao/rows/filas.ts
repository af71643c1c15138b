import { recordAuditoria, type Who } from '../../auditoria/rows/recordAuditoria.ts'
import type { Database } from '../../database/database.ts'
import { inTurn } from '../../database/inTurn.ts'
import type { NomeFila, NomeFilaRequest } from '../wire/filas.ts'

/** The queues that have names, by their codes. */
export const listFilas = ({ prisma }: Database): Promise<NomeFila[]> =>
  prisma.nomeFila.findMany({ orderBy: { codigo: 'asc' } })

/**
 * Writes the name, or takes it away; on record, unless it is so already. Returns why nothing is written: `most` others
 * have a name, or this queue has one, `agora`, that is not `nome_lido`.
 */
export const writeFila = (
  database: Database,
  by: Who,
  { codigo, nome, nome_lido }: NomeFilaRequest,
  most: number,
): Promise<'many' | { agora: string } | null> =>
  inTurn(database, async (tx) => {
    const before = await tx.nomeFila.findUnique({ where: { codigo } })
    if (nome === (before?.nome ?? null)) return null
    if (before && nome_lido !== undefined && before.nome !== nome_lido) return { agora: before.nome }
    if (nome === null) await tx.nomeFila.deleteMany({ where: { codigo } })
    else if (!before && (await tx.nomeFila.count()) >= most) return 'many'
    else await tx.nomeFila.upsert({ where: { codigo }, create: { codigo, nome }, update: { nome } })
    await recordAuditoria({ prisma: tx }, { ...by, acao: 'fila_nomeada', detalhes: { codigo, nome } })
    return null
  })
