import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { closedByAgent, tituloDe } from '../fila/ligacoes.ts'

/** What became of a call: in a few words to show beside its caller (`curto`), and as a whole sentence (`frase`). */
interface Outcome {
  curto: string
  frase: string
}

/** A notice about a window that disappeared without the agent closing it. */
export interface Aviso {
  id: string
  quem: string
  desfecho: Outcome
  /** Nobody attended the call. */
  perdida: boolean
  /** It was a conversation, and may have broken off. */
  dropped: boolean
}

/** Pure. The outcome of a call that is no longer open. */
export function outcomeOf(ligacao: Ligacao): Outcome {
  const titulo = tituloDe(ligacao)
  const { estado, encerrada_por, grupo, incerta } = ligacao
  if (encerrada_por === 'grupo') {
    const colega = grupo?.find(({ estado }) => estado === 'atendida')?.usuario
    if (!colega) return { curto: 'Com um colega', frase: `${titulo} foi atendida por um colega.` }
    return { curto: `Com ${colega}`, frase: `${titulo}: em atendimento por ${colega}.` }
  }
  if (estado === 'fechada' && encerrada_por === 'central')
    return { curto: 'Encerrada pela central', frase: `${titulo} foi encerrada pela central.` }
  if (estado === 'fechada') return { curto: 'Fechada', frase: `${titulo} foi fechada.` }
  if (estado === 'perdida' && incerta)
    return {
      curto: 'Talvez perdida',
      frase: `${titulo} pode ter terminado enquanto a mesa não ouvia a central (perdida).`,
    }
  if (estado === 'expirada')
    return { curto: 'Expirou', frase: `${titulo} expirou: a janela ficou aberta tempo demais.` }
  if (estado === 'aberta')
    return { curto: 'Encerrada', frase: `${titulo} foi encerrada enquanto esta tela estava sem conexão.` }
  return { curto: 'Perdida', frase: `${titulo} foi cancelada (perdida).` }
}

/** Pure. Whether it was a conversation, which the agent may mark as dropped. docs/interface.md: Missed calls */
export const mayHaveDropped = ({ estado, encerrada_por, atendida_em }: Ligacao) =>
  estado === 'fechada' && encerrada_por !== 'grupo' && atendida_em !== null

/** Pure. What is left to do; null when nothing is. */
export function whatRemains(ligacao: Ligacao): string | null {
  if (ligacao.atendimento?.estado === 'aberto')
    return `O protocolo ${ligacao.atendimento.protocolo_formatado} continua entre os atendimentos em aberto.`
  if (ligacao.estado === 'cancelada' && ligacao.encerrada_por !== 'grupo' && ligacao.telefone)
    return `Se for o caso, ligue de volta para ${ligacao.telefone_formatado}.`
  return null
}

/**
 * Pure. Whether a call's end can be undone: after the agent's own close, or when a colleague attends it.
 * docs/interface.md: A window
 */
export const canUndo = (ligacao: Ligacao) => closedByAgent(ligacao) || ligacao.encerrada_por === 'grupo'
