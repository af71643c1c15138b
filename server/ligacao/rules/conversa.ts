import type { Ligacao } from '../wire/ligacao.ts'

/**
 * How long the talk was, in whole seconds; null while it runs, of a call nobody attended, and of one that the time ran out on:
 * when that one really ended is not known.
 */
export function conversaSegundos({
  atendida_em,
  encerrada_em,
  encerrada_por,
}: Pick<Ligacao, 'atendida_em' | 'encerrada_em' | 'encerrada_por'>): number | null {
  if (atendida_em === null || encerrada_em === null || encerrada_por === 'prazo') return null
  return Math.max(0, Math.floor((Date.parse(encerrada_em) - Date.parse(atendida_em)) / 1_000))
}
