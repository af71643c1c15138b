import { DatabaseBusyError } from '../database/away.ts'
import { answerMs } from '../database/patience.ts'

/**
 * Runs read → decide → commit again until the commit finds the queue as the facts had it (`undefined`: it did not). Every
 * attempt lost is another request's commit, so losing many is no fault; past its time nobody waits for it.
 */
export async function retryOptimistically<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  const start = performance.now()
  do {
    const result = await attempt()
    if (result !== undefined) return result
  } while (performance.now() - start < answerMs)
  throw new DatabaseBusyError(`the queue of a user moved on before every turn for ${answerMs} ms`)
}
