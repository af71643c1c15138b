import { DatabaseSilentError } from '../database/away.ts'
import { answerMs } from '../database/patience.ts'

/**
 * Runs an attempt (read, decide, commit) again while it gives `undefined`: the user's queue changed between its read and its
 * commit. Each lost attempt means that another request committed, so losing several is no fault.
 * @throws DatabaseSilentError once nobody waits for the answer any more (`answerMs`)
 */
export async function retryOptimistically<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  const start = performance.now()
  do {
    const result = await attempt()
    if (result !== undefined) return result
  } while (performance.now() - start < answerMs)
  throw new DatabaseSilentError(`the queue of a user moved on before every turn for ${answerMs} ms`)
}
