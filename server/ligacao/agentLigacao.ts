import { notFound, Refusal } from '../refusal.ts'
import type { LigacaoDeps } from './deps.ts'
import { presentLigacao } from './rows/present.ts'
import { isLigacaoId } from './rules/id.ts'
import { unseenLifetimeMs, windowLifetimeMs } from './rules/window.ts'
import type { Ligacao, LigacoesAbertas } from './wire/ligacao.ts'

type Deps = Pick<LigacaoDeps, 'reader' | 'lifecycle' | 'publisher'>

/** What an agent sees of her calls and does with them. Every change is told to all her screens after its commit. */
export function agentLigacao({ reader, lifecycle, publisher }: Deps) {
  /** The call as it stands, if it is this user's. @throws Refusal not_found */
  async function own(usuarioId: number, id: string): Promise<Ligacao> {
    const row = isLigacaoId(id) ? await reader.byId(id) : null
    if (row?.usuario_id !== usuarioId) throw notFound('A chamada')
    return presentLigacao(row)
  }

  return {
    own,

    /** The snapshot that a screen replaces its calls with. Calls nobody saw in time become missed first. DESIGN: A window. */
    async openOf(usuarioId: number, now: Date): Promise<LigacoesAbertas> {
      await lifecycle.missUnseen(usuarioId, new Date(now.getTime() - unseenLifetimeMs), now)
      const rows = await reader.openOf(usuarioId, new Date(now.getTime() - windowLifetimeMs))
      return { ligacoes: rows.map(presentLigacao) }
    },

    /** Idempotent: a window closed twice stays closed. */
    async close(usuarioId: number, id: string, now: Date): Promise<Ligacao> {
      const before = await own(usuarioId, id)
      const closed = await lifecycle.close(usuarioId, id, now)
      const after = closed ? await own(usuarioId, id) : before
      if (closed) publisher.publish(usuarioId, 'ligacao:encerrada', after)
      return after
    },

    /** Links the call to the customer that the agent picked. @throws Refusal conflict when it has its ticket or is over */
    async link(usuarioId: number, id: string, idCliente: number): Promise<Ligacao> {
      await own(usuarioId, id)
      if (!(await lifecycle.link(usuarioId, id, idCliente))) {
        throw new Refusal(
          'conflict',
          'O cliente não pode mais ser trocado: a chamada terminou, já tem atendimento ou o cliente não existe',
        )
      }
      const linked = await own(usuarioId, id)
      publisher.publish(usuarioId, 'ligacao:atualizada', linked)
      return linked
    },
  }
}

export type AgentLigacao = ReturnType<typeof agentLigacao>
