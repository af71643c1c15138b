import type { LigacaoPassada } from '#server/historico/wire'

const estados: Record<LigacaoPassada['estado'], [palavra: string, cor: string]> = {
  aberta: ['Em curso', 'teal'],
  fechada: ['Fechada', 'gray'],
  cancelada: ['Perdida', 'red'],
  perdida: ['Perdida', 'red'],
  expirada: ['Expirada', 'yellow'],
}

/** An attended call is "Atendida", however it ended. */
export const estadoDaChamada = ({ estado, atendida_em }: Pick<LigacaoPassada, 'estado' | 'atendida_em'>) =>
  atendida_em && estado !== 'aberta' ? (['Atendida', 'teal'] as const) : estados[estado]

export const endedBy: Record<NonNullable<LigacaoPassada['encerrada_por']>, string> = {
  atendente: 'encerrada pelo atendente',
  central: 'encerrada pela central',
  prazo: 'encerrada por prazo',
  grupo: 'atendida por um colega',
}
