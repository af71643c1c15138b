interface Waiting<Q, R> {
  query: Q
  resolve: (result: R) => void
  reject: (error: unknown) => void
}

/**
 * Group commit: what is asked while a statement is under way goes together in the next one, at most `most` at a time, and
 * shares its round trip and its flush to disk. Nobody waits for company: the first goes at once. When a statement of many
 * fails, each is tried alone, so that one's fault is not another's. `run` gives the results in the order of the queries.
 */
export function gather<Q, R>(run: (queries: Q[]) => Promise<R[]>, most: number): (query: Q) => Promise<R> {
  const waiting: Waiting<Q, R>[] = []
  let underWay = false

  async function attempt(batch: Waiting<Q, R>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ query }) => query))
      for (const [index, result] of results.entries()) batch[index]?.resolve(result)
    } catch (error) {
      if (batch.length > 1) for (const one of batch) await attempt([one])
      else batch[0]?.reject(error)
    }
  }

  async function drain(): Promise<void> {
    underWay = true
    while (waiting.length > 0) await attempt(waiting.splice(0, most))
    underWay = false
  }

  return (query) =>
    new Promise((resolve, reject) => {
      waiting.push({ query, resolve, reject })
      if (!underWay) void drain()
    })
}
