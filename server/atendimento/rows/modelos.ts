import type { Database } from '../../database/database.ts'
import type { ChangeModelo, ModeloTexto, NewModelo } from '../wire/modelo.ts'

const order = [{ titulo: 'asc' }, { id: 'asc' }] as const

/** Every text, those out of use included. */
export const listModelos = ({ prisma }: Database): Promise<ModeloTexto[]> =>
  prisma.modeloTexto.findMany({ orderBy: [...order] })

/** Those that agents may put into tickets. */
export const activeModelos = ({ prisma }: Database): Promise<ModeloTexto[]> =>
  prisma.modeloTexto.findMany({ where: { ativo: true }, orderBy: [...order] })

export const createModelo = ({ prisma }: Database, data: NewModelo): Promise<ModeloTexto> =>
  prisma.modeloTexto.create({ data })

/** False when there is no such text. Tickets keep what was put into them. */
export async function changeModelo({ prisma }: Database, id: number, change: ChangeModelo): Promise<boolean> {
  const { titulo, texto, ativo } = change
  const { count } = await prisma.modeloTexto.updateMany({
    where: { id },
    data: {
      ...(titulo !== undefined && { titulo }),
      ...(texto !== undefined && { texto }),
      ...(ativo !== undefined && { ativo }),
    },
  })
  return count === 1
}
