import { recordAuditoria, type Who } from '../../auditoria/rows/recordAuditoria.ts'
import type { Database } from '../../database/database.ts'
import type { NewTipoServico, TipoServico, TipoServicoGerido } from '../wire/tipoServico.ts'

const order = { id_tipo_servico: 'asc' } as const

/** Every service type, disabled ones included. */
export const listTiposServico = ({ prisma }: Database): Promise<TipoServicoGerido[]> =>
  prisma.tipoServico.findMany({ orderBy: order })

/** The active service types: new events may have only these. */
export const activeTiposServico = ({ prisma }: Database): Promise<TipoServico[]> =>
  prisma.tipoServico.findMany({ where: { ativo: true }, orderBy: order, omit: { ativo: true } })

/** A person at the screens; empty for an operator at the command line. */
type Changer = Partial<Who>
const alvoOf = (id: number) => `tipo_servico:${id}`

/** Creates a service type, with an entry in the record unless `who` is null (the demo's own types). */
export const createTipoServico = (
  { prisma }: Database,
  who: Changer | null,
  { descricao, display = descricao }: NewTipoServico,
): Promise<TipoServicoGerido> =>
  prisma.$transaction(async (tx) => {
    const added = await tx.tipoServico.create({ data: { descricao, display } })
    const alvo = alvoOf(added.id_tipo_servico)
    if (who)
      await recordAuditoria({ prisma: tx }, { ...who, acao: 'tipo_servico_criado', alvo, detalhes: { descricao } })
    return added
  })

/**
 * Enables or disables a service type, with an entry in the record unless nothing changed. Returns false when there is
 * no such type. A type is never removed: its events stay, and new ones are refused while it is disabled.
 */
export const setTipoServicoAtivo = ({ prisma }: Database, who: Changer, id: number, ativo: boolean): Promise<boolean> =>
  prisma.$transaction(async (tx) => {
    const where = { id_tipo_servico: id }
    const { count } = await tx.tipoServico.updateMany({ where: { ...where, ativo: !ativo }, data: { ativo } })
    if (count === 0) return (await tx.tipoServico.count({ where })) > 0
    const acao = ativo ? 'tipo_servico_ativado' : 'tipo_servico_desativado'
    await recordAuditoria({ prisma: tx }, { ...who, acao, alvo: alvoOf(id) })
    return true
  })
