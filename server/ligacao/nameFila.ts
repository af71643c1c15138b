import { recordAuditoria, type Who } from '../auditoria/rows.ts'
import type { Desk } from '../desk.ts'
import { invalid } from '../refusal.ts'
import type { NomeFila, NomeFilaRequest } from './wire/filas.ts'

const most = 200

/** The queues that have names, by their codes. */
export const listFilas = ({ database }: Desk): Promise<NomeFila[]> =>
  database.prisma.nomeFila.findMany({ orderBy: { codigo: 'asc' } })

/**
 * Names a queue, or leaves it its code; on record, unless it is so already. Screens show it within minutes.
 * @throws Refusal invalid for too many
 */
export async function nameFila({ database }: Desk, by: Who, { codigo, nome }: NomeFilaRequest): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const before = await tx.nomeFila.findUnique({ where: { codigo } })
    if (nome === (before?.nome ?? null)) return
    if (nome === null) await tx.nomeFila.deleteMany({ where: { codigo } })
    else await tx.nomeFila.upsert({ where: { codigo }, create: { codigo, nome }, update: { nome } })
    if ((await tx.nomeFila.count()) > most)
      throw invalid({ codigo: [`passa de ${most} filas com nome: tire uma antes`] })
    await recordAuditoria({ prisma: tx }, { ...by, acao: 'fila_nomeada', detalhes: { codigo, nome } })
  })
}
