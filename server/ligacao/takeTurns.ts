/** Every turn lost is another request's commit, so losing many is no fault; past this time something is broken. */
const patienceMs = 10_000

/** Runs read → decide → commit again until the commit finds the queue as the facts had it (`undefined`: it did not). */
export async function takeTurns<T>(attempt: () => Promise<T | undefined>): Promise<T> {
  const start = performance.now()
  do {
    const result = await attempt()
    if (result !== undefined) return result
  } while (performance.now() - start < patienceMs)
  throw new Error(`the queue of a user moved on before every turn for ${patienceMs} ms`)
}
