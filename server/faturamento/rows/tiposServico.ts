import type { Database } from '../../database/open.ts'
import type { NewTipoServico, TipoServico } from '../wire/tipoServico.ts'

export interface ManagedTipoServico extends TipoServico {
  ativo: boolean
}

const shown = { id_tipo_servico: true, descricao: true, display: true } as const

export function tipoServicoStore({ prisma }: Database) {
  return {
    active: (): Promise<TipoServico[]> =>
      prisma.tipoServico.findMany({ where: { ativo: true }, orderBy: { id_tipo_servico: 'asc' }, select: shown }),
    all: (): Promise<ManagedTipoServico[]> => prisma.tipoServico.findMany({ orderBy: { id_tipo_servico: 'asc' } }),
    add: ({ descricao, display = descricao }: NewTipoServico): Promise<ManagedTipoServico> =>
      prisma.tipoServico.create({ data: { descricao, display } }),
    /** False when there is no such type. Its events stay; new ones are refused while it is disabled. */
    async setActive(id: number, ativo: boolean): Promise<boolean> {
      const { count } = await prisma.tipoServico.updateMany({ where: { id_tipo_servico: id }, data: { ativo } })
      return count === 1
    },
  }
}

export type TipoServicoStore = ReturnType<typeof tipoServicoStore>
