import { presentAtendimento } from '../atendimento/rows/present.ts'
import type { AtendimentoStore } from '../atendimento/rows/store.ts'
import { deskDay } from '../atendimento/rules.ts'
import type { Atendimento, AtendimentoListado, SaveAtendimentoRequest } from '../atendimento/wire.ts'
import type { Publisher } from '../publisher.ts'
import { notFound, Refusal } from '../refusal.ts'
import { presentLigacao } from './rows/present.ts'
import type { LigacaoReader } from './rows/read.ts'
import { isLigacaoId } from './rules/id.ts'
import type { Ligacao } from './wire/ligacao.ts'

interface Deps {
  store: AtendimentoStore
  reader: LigacaoReader
  publisher: Publisher
  /** IANA zone whose calendar the protocol numbers follow. */
  timeZone: string
}

export interface AtendimentoAndLigacao {
  atendimento: Atendimento
  ligacao: Ligacao | null
}

/** Tickets: one click gives the protocol number, the words come after. DESIGN: Protocol. */
export function agentAtendimento({ store, reader, publisher, timeZone }: Deps) {
  async function announce(usuarioId: number, ligacaoId: string | null): Promise<Ligacao | null> {
    const row = ligacaoId ? await reader.byId(ligacaoId) : null
    if (!row) return null
    const ligacao = presentLigacao(row)
    if (row.estado === 'aberta') publisher.publish(usuarioId, 'ligacao:atualizada', ligacao)
    return ligacao
  }

  return {
    /** Opens the ticket of a call, or gives the one it has: two clicks, one number. */
    async open(usuarioId: number, ligacaoId: string, now: Date): Promise<AtendimentoAndLigacao> {
      if (!isLigacaoId(ligacaoId)) throw notFound('A chamada aberta')
      const opened = await store.open({ usuarioId, ligacaoId, dia: deskDay(now, timeZone), now })
      if (opened.kind === 'no_call') throw notFound('A chamada aberta')
      if (opened.kind === 'no_cliente') {
        throw new Refusal('conflict', 'Escolha o cliente antes de abrir o atendimento')
      }
      const row = await store.byLigacao(ligacaoId)
      if (!row) throw notFound('O atendimento')
      const ligacao = await announce(usuarioId, ligacaoId)
      return { atendimento: presentAtendimento(row), ligacao }
    },

    /** Saves words and state on top of the version that was read. @throws Refusal conflict, with the newest beside it */
    async save(
      usuarioId: number,
      id: number,
      change: SaveAtendimentoRequest,
      now: Date,
    ): Promise<AtendimentoAndLigacao> {
      const saved = await store.save(usuarioId, id, change, now)
      const row = await store.byId(usuarioId, id)
      if (!row) throw notFound('O atendimento')
      if (!saved) {
        const msg = 'O atendimento foi alterado em outra aba: recarregue antes de salvar'
        throw new Refusal('conflict', msg, {}, { atendimento: presentAtendimento(row) })
      }
      const ligacao = await announce(usuarioId, row.ligacao_id)
      return { atendimento: presentAtendimento(row), ligacao }
    },

    async listOf(usuarioId: number, estado: 'aberto' | 'fechado'): Promise<AtendimentoListado[]> {
      const rows = await store.listOf(usuarioId, estado)
      return rows.map((row) => ({ ...presentAtendimento(row), cliente: row.cliente }))
    },
  }
}

export type AgentAtendimento = ReturnType<typeof agentAtendimento>
