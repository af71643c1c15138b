import type { RecordAudit } from '../auditoria/rows.ts'
import { invalid, mistakesOf, notFound } from '../refusal.ts'
import type { TipoServicoStore } from './rows/tiposServico.ts'
import { newTipoServico } from './wire/tipoServico.ts'

/** Who changes the list: a person at the screens, or an operator at the command line (nobody named). */
export interface Changer {
  usuarioId?: number
  ip?: string
}

/** The service types: listed, added, disabled and enabled again; never removed, since events point at them. */
export function manageTiposServico({ store, record }: { store: TipoServicoStore; record: RecordAudit }) {
  return {
    active: store.active,
    all: store.all,

    /** @throws Refusal invalid with the mistakes of the body */
    async add(body: unknown, who: Changer) {
      const parsed = newTipoServico.safeParse(body)
      if (!parsed.success) throw invalid(mistakesOf(parsed.error))
      const added = await store.add(parsed.data)
      const detalhes = { descricao: added.descricao }
      await record({ ...who, acao: 'tipo_servico_criado', alvo: `tipo_servico:${added.id_tipo_servico}`, detalhes })
      return added
    },

    /** @throws Refusal not_found */
    async setActive(id: number, ativo: boolean, who: Changer): Promise<void> {
      if (!(await store.setActive(id, ativo))) throw notFound('O tipo de serviço')
      const acao = ativo ? 'tipo_servico_ativado' : 'tipo_servico_desativado'
      await record({ ...who, acao, alvo: `tipo_servico:${id}` })
    },
  }
}

export type ManageTiposServico = ReturnType<typeof manageTiposServico>
