import type { MotivoPausa } from '../wire.ts'

/** As people read them, in the order of the menu. */
export const motivosPausa: Record<MotivoPausa, string> = {
  banheiro: 'Banheiro',
  almoco: 'Almoço',
  reuniao: 'Reunião',
  treinamento: 'Treinamento',
  outro: 'Outro motivo',
}
