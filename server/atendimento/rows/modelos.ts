import { recordAuditoria, type Who } from '../../auditoria/rows/recordAuditoria.ts'
import type { Database } from '../../database/database.ts'
import type { Prisma } from '../../database/generated/prisma/client.ts'
import { inTurn } from '../../database/inTurn.ts'
import { isOvertaken } from '../../refusal.ts'
import type { ChangeModelo, ModeloTexto, NewModelo } from '../wire/modelos.ts'

const order = [{ titulo: 'asc' }, { id: 'asc' }] as const

/** Every text, those out of use included. */
export const listModelos = ({ prisma }: Database): Promise<ModeloTexto[]> =>
  prisma.modeloTexto.findMany({ orderBy: [...order] })

/** The texts in use, which agents may put into tickets. */
export const activeModelos = ({ prisma }: Database): Promise<ModeloTexto[]> =>
  prisma.modeloTexto.findMany({ where: { ativo: true }, orderBy: [...order] })

const alvoOf = (id: number) => `modelo_texto:${id}`

/** Whether another text than `id` has that title, in whatever case. */
async function isTitled(tx: Prisma.TransactionClient, titulo: string, id?: number): Promise<boolean> {
  const there = await tx.modeloTexto.findMany({ select: { id: true, titulo: true } })
  return there.some((each) => each.id !== id && each.titulo.toLowerCase() === titulo.toLowerCase())
}

/** Adds a text, with an entry in the record; false when another text has the title. */
export const createModelo = (database: Database, who: Who, data: NewModelo): Promise<boolean> =>
  inTurn(database, async (tx) => {
    const { titulo } = data
    if (await isTitled(tx, titulo)) return false
    const { id } = await tx.modeloTexto.create({ data })
    const entry = { ...who, alvo: alvoOf(id), detalhes: { titulo } }
    await recordAuditoria({ prisma: tx }, { ...entry, acao: 'modelo_texto_criado' })
    return true
  })

/**
 * Changes a text, with an entry in the record unless nothing changes. It is refused with the title now, or as
 * `overtaken`, when its title or its words are neither as `titulo_lido` and `texto_lido` say nor as they are to be. A
 * text that keeps the title it has is never `taken`. Tickets keep what was put into them.
 */
export const changeModelo = (
  database: Database,
  who: Who,
  id: number,
  { titulo, texto, titulo_lido, texto_lido, ativo }: ChangeModelo,
): Promise<'unknown' | 'taken' | 'overtaken' | { agora: string } | null> =>
  inTurn(database, async (tx) => {
    const now = await tx.modeloTexto.findUnique({ where: { id } })
    if (!now) return 'unknown'
    const data = { titulo: titulo ?? now.titulo, texto: texto ?? now.texto, ativo: ativo ?? now.ativo }
    if (data.titulo !== now.titulo && (await isTitled(tx, data.titulo, id))) return 'taken'
    // A repeated save, whose first answer was lost, finds its own words and succeeds again.
    if (isOvertaken(now.texto, texto_lido, texto)) return 'overtaken'
    if (isOvertaken(now.titulo, titulo_lido, titulo)) return { agora: now.titulo }
    if (data.titulo === now.titulo && data.texto === now.texto && data.ativo === now.ativo) return null
    await tx.modeloTexto.update({ where: { id }, data })
    const detalhes = { titulo: titulo ?? null, ativo: ativo ?? null, texto_alterado: texto !== undefined }
    await recordAuditoria({ prisma: tx }, { ...who, acao: 'modelo_texto_alterado', alvo: alvoOf(id), detalhes })
    return null
  })
