import type { Database } from '../../database/database.ts'
import type { NewTipoServico, TipoServico, TipoServicoGerido } from '../wire/tipoServico.ts'

const order = { id_tipo_servico: 'asc' } as const

/** Every service type, disabled ones included. */
export const listTiposServico = ({ prisma }: Database): Promise<TipoServicoGerido[]> =>
  prisma.tipoServico.findMany({ orderBy: order })

/** Those that events may be registered with. */
export const activeTiposServico = ({ prisma }: Database): Promise<TipoServico[]> =>
  prisma.tipoServico.findMany({ where: { ativo: true }, orderBy: order, omit: { ativo: true } })

export const createTipoServico = (
  { prisma }: Database,
  { descricao, display = descricao }: NewTipoServico,
): Promise<TipoServicoGerido> => prisma.tipoServico.create({ data: { descricao, display } })

/** False when there is no such type. Its events stay; new ones are refused while it is disabled. */
export async function setTipoServicoAtivo({ prisma }: Database, id: number, ativo: boolean): Promise<boolean> {
  const { count } = await prisma.tipoServico.updateMany({ where: { id_tipo_servico: id }, data: { ativo } })
  return count === 1
}
