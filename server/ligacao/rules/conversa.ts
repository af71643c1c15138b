import type { Ligacao } from '../wire/ligacao.ts'

/**
 * The length of the talk in whole seconds; null while it runs, for a call that nobody attended, and for one whose
 * window ended by its age (`prazo`), because nobody knows when that call ended.
 */
export function conversaSegundos({
  atendida_em,
  encerrada_em,
  encerrada_por,
}: Pick<Ligacao, 'atendida_em' | 'encerrada_em' | 'encerrada_por'>): number | null {
  if (atendida_em === null || encerrada_em === null || encerrada_por === 'prazo') return null
  return Math.max(0, Math.floor((Date.parse(encerrada_em) - Date.parse(atendida_em)) / 1_000))
}
