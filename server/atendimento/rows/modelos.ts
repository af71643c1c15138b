import { recordAuditoria, type Who } from '../../auditoria/rows.ts'
import type { Database } from '../../database/database.ts'
import type { ChangeModelo, ModeloTexto, NewModelo } from '../wire/modelos.ts'

const order = [{ titulo: 'asc' }, { id: 'asc' }] as const

/** Every text, those out of use included. */
export const listModelos = ({ prisma }: Database): Promise<ModeloTexto[]> =>
  prisma.modeloTexto.findMany({ orderBy: [...order] })

/** Those that agents may put into tickets. */
export const activeModelos = ({ prisma }: Database): Promise<ModeloTexto[]> =>
  prisma.modeloTexto.findMany({ where: { ativo: true }, orderBy: [...order] })

const alvoOf = (id: number) => `modelo_texto:${id}`

/** With an entry in the record. */
export const createModelo = ({ prisma }: Database, who: Who, data: NewModelo): Promise<void> =>
  prisma.$transaction(async (tx) => {
    const modelo = await tx.modeloTexto.create({ data })
    const detalhes = { titulo: modelo.titulo }
    await recordAuditoria({ prisma: tx }, { ...who, acao: 'modelo_texto_criado', alvo: alvoOf(modelo.id), detalhes })
  })

/** With an entry in the record, unless it is so already; false when there is no such text, or no longer. Atendimentos keep what was put into them. */
export const changeModelo = ({ prisma }: Database, who: Who, id: number, change: ChangeModelo): Promise<boolean> =>
  prisma.$transaction(async (tx) => {
    const { titulo, texto, texto_lido, ativo } = change
    // What was saved already, and its answer lost, is saved once more.
    const where = { id, ...(texto_lido !== undefined && { texto: { in: [texto_lido, texto ?? texto_lido] } }) }
    const data = {
      ...(titulo !== undefined && { titulo }),
      ...(texto !== undefined && { texto }),
      ...(ativo !== undefined && { ativo }),
    }
    const other = Object.entries(data).map(([name, value]) => ({ [name]: { not: value } }))
    const { count } = await tx.modeloTexto.updateMany({ where: { ...where, OR: other }, data })
    if (count === 0) return (await tx.modeloTexto.count({ where })) > 0
    const detalhes = { titulo: titulo ?? null, ativo: ativo ?? null, texto_alterado: texto !== undefined }
    await recordAuditoria({ prisma: tx }, { ...who, acao: 'modelo_texto_alterado', alvo: alvoOf(id), detalhes })
    return true
  })
