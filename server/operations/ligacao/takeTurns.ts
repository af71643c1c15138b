/** More than any honest contention for one user's queue: past it something is broken. */
const maxAttempts = 50

/** Runs read → decide → commit again until the commit finds the queue as the facts had it (`undefined`: it did not). */
export async function takeTurns<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  for (let n = 0; n < maxAttempts; n++) {
    const result = await attempt()
    if (result !== undefined) return result
  }
  throw new Error(`the queue of a user moved on ${maxAttempts} times during one request`)
}
