import type { Others } from '../database/others/others.ts'
import type { Desk } from '../desk.ts'
import { checkAllScreens } from './checkScreens.ts'
import { flushRings, followRings } from './noteRing.ts'
import { flushGroups } from './publishLigacao.ts'
import { flushShown } from './reportShown.ts'

/**
 * Hears what other processes tell of calls. Gives what ends it: what was gathered is joined, told and written, as far as
 * the database still answers.
 */
export function followLigacoes(desk: Desk, others: Others): () => Promise<void> {
  followRings(desk)
  others.on('missed', () => void checkAllScreens(desk))
  return async () => {
    await flushRings(desk)
    await flushGroups(desk)
    await flushShown(desk)
  }
}
