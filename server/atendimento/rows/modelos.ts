import { recordAuditoria, type Who } from '../../auditoria/rows.ts'
import type { Database } from '../../database/database.ts'
import type { Prisma } from '../../database/generated/prisma/client.ts'
import { hasSqlState } from '../../database/violates.ts'
import type { ChangeModelo, ModeloTexto, NewModelo } from '../wire/modelos.ts'

const order = [{ titulo: 'asc' }, { id: 'asc' }] as const

/** Every text, those out of use included. */
export const listModelos = ({ prisma }: Database): Promise<ModeloTexto[]> =>
  prisma.modeloTexto.findMany({ orderBy: [...order] })

/** Those that agents may put into tickets. */
export const activeModelos = ({ prisma }: Database): Promise<ModeloTexto[]> =>
  prisma.modeloTexto.findMany({ where: { ativo: true }, orderBy: [...order] })

const alvoOf = (id: number) => `modelo_texto:${id}`

type Tx = Prisma.TransactionClient

/** Whether another text has that title, in whatever case. Texts that have one title already keep it. */
async function isTitled(tx: Tx, titulo: string, id?: number): Promise<boolean> {
  const there = await tx.modeloTexto.findMany({ select: { id: true, titulo: true } })
  const own = there.find((each) => each.id === id)
  // Of a text that is not there something else is told.
  if (id !== undefined && !own) return false
  return own?.titulo !== titulo && there.some((each) => each !== own && isSame(each.titulo, titulo))
}
const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/**
 * One after the other: of two who give a title at once, the second sees the first's. Each that gives way does so to a
 * success.
 */
async function inTurn<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await database.prisma.$transaction(work, { isolationLevel: 'Serializable' })
  } catch (error) {
    if (!hasSqlState(error, '40001')) throw error
    return inTurn(database, work)
  }
}

/** With an entry in the record; false when a text has that title. */
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
 * With an entry in the record, unless it is so already; `unknown` when there is no such text, or no longer. Atendimentos
 * keep what was put into them.
 */
export const changeModelo = (
  database: Database,
  who: Who,
  id: number,
  change: ChangeModelo,
): Promise<'changed' | 'unknown' | 'taken'> =>
  inTurn(database, async (tx) => {
    const { titulo, texto, texto_lido, ativo } = change
    if (titulo !== undefined && (await isTitled(tx, titulo, id))) return 'taken'
    // What was saved already, and its answer lost, is saved once more.
    const where = { id, ...(texto_lido !== undefined && { texto: { in: [texto_lido, texto ?? texto_lido] } }) }
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
