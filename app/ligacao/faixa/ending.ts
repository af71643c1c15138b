import type { Ligacao } from '#server/ligacao/wire/ligacao'
import { closedByAgent, tituloDe } from '../fila/ligacoes.ts'

/** Pure. What became of a call that is not open any more, in one sentence. */
export function outcomeOf(ligacao: Ligacao): string {
  const titulo = tituloDe(ligacao)
  if (ligacao.encerrada_por === 'grupo') {
    const colega = ligacao.grupo?.find(({ estado }) => estado === 'atendida')
    return colega ? `${titulo}: em atendimento por ${colega.usuario}.` : `${titulo} foi atendida por um colega.`
  }
  if (ligacao.estado === 'fechada')
    return ligacao.encerrada_por === 'central' ? `${titulo} foi encerrada pela central.` : `${titulo} foi fechada.`
  if (ligacao.estado === 'perdida' && ligacao.incerta)
    return `${titulo} pode ter terminado enquanto a mesa não ouvia a central (perdida).`
  if (ligacao.estado === 'expirada') return `${titulo} expirou: a janela ficou aberta tempo demais.`
  if (ligacao.estado === 'aberta') return `${titulo} foi encerrada enquanto esta tela estava sem conexão.`
  return `${titulo} foi cancelada (perdida).`
}

/** Pure. docs/interface.md: Missed calls */
export const wasMissed = ({ estado, atendida_em }: Ligacao) =>
  atendida_em === null && (estado === 'cancelada' || estado === 'perdida' || estado === 'expirada')

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
 * Pure. Whether its end can be undone: the agent's own close, or a colleague who attends. docs/interface.md: A window
 */
export const canUndo = (ligacao: Ligacao) => closedByAgent(ligacao) || ligacao.encerrada_por === 'grupo'
