import type { LigacaoPassada } from '#server/historico/wire'
import type { Cor } from '../ui/Etiqueta.tsx'

export const estadosDaChamada: Record<LigacaoPassada['estado'], [palavra: string, cor: Cor]> = {
  aberta: ['Em curso', 'teal'],
  fechada: ['Fechada', 'gray'],
  cancelada: ['Perdida', 'red'],
  perdida: ['Perdida', 'red'],
  expirada: ['Expirada', 'yellow'],
}

export const endedBy: Record<NonNullable<LigacaoPassada['encerrada_por']>, string> = {
  atendente: 'encerrada pelo atendente',
  central: 'encerrada pela central',
  prazo: 'encerrada por prazo',
  grupo: 'atendida por um colega',
}
