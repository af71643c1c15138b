import { recordAuditoria, type Who } from '../../auditoria/rows.ts'
import type { Database } from '../../database/database.ts'
import type { Prisma } from '../../database/generated/prisma/client.ts'
import { inTurn } from '../../database/inTurn.ts'
import type { ChangeModelo, ModeloTexto, NewModelo } from '../wire/modelos.ts'

const order = [{ titulo: 'asc' }, { id: 'asc' }] as const

/** Every text, those out of use included. */
export const listModelos = ({ prisma }: Database): Promise<ModeloTexto[]> =>
  prisma.modeloTexto.findMany({ orderBy: [...order] })

/** The texts in use, which agents may put into tickets. */
export const activeModelos = ({ prisma }: Database): Promise<ModeloTexto[]> =>
  prisma.modeloTexto.findMany({ where: { ativo: true }, orderBy: [...order] })

const alvoOf = (id: number) => `modelo_texto:${id}`

type Tx = Prisma.TransactionClient

/** Whether another text has that title, in whatever case. A text that keeps the title it has is never refused. */
async function isTitled(tx: Tx, titulo: string, id?: number): Promise<boolean> {
  const there = await tx.modeloTexto.findMany({ select: { id: true, titulo: true } })
  const own = there.find((each) => each.id === id)
  // A text that does not exist is to be `unknown`, not `taken`.
  if (id !== undefined && !own) return false
  return own?.titulo !== titulo && there.some((each) => each !== own && isSame(each.titulo, titulo))
}
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

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
 * Changes a text, with an entry in the record unless nothing changes. `unknown`: there is no such text, or it is no
 * longer `titulo_lido` and `texto_lido`. Tickets keep what was put into them.
 */
export const changeModelo = (
  database: Database,
  who: Who,
  id: number,
  change: ChangeModelo,
): Promise<'changed' | 'unknown' | 'taken'> =>
  inTurn(database, async (tx) => {
    const { titulo, texto, titulo_lido, texto_lido, ativo } = change
    if (titulo !== undefined && (await isTitled(tx, titulo, id))) return 'taken'
    // A repeated save, whose first answer was lost, finds its own words and succeeds again.
    const where = {
      id,
      ...(titulo_lido !== undefined && { titulo: { in: [titulo_lido, titulo ?? titulo_lido] } }),
      ...(texto_lido !== undefined && { texto: { in: [texto_lido, texto ?? texto_lido] } }),
    }
    const data = {
      ...(titulo !== undefined && { titulo }),
      ...(texto !== undefined && { texto }),
      ...(ativo !== undefined && { ativo }),
    }
    const other = Object.entries(data).map(([name, value]) => ({ [name]: { not: value } }))
    const { count } = await tx.modeloTexto.updateMany({ where: { ...where, OR: other }, data })
    if (count === 0) return (await tx.modeloTexto.count({ where })) > 0 ? 'changed' : 'unknown'
    const detalhes = { titulo: titulo ?? null, ativo: ativo ?? null, texto_alterado: texto !== undefined }
    await recordAuditoria({ prisma: tx }, { ...who, acao: 'modelo_texto_alterado', alvo: alvoOf(id), detalhes })
    return 'changed'
  })
