import { performance } from 'node:perf_hooks'
import { DatabaseSilentError, isDatabaseAway, isDeadlock } from './away.ts'
import { answerMs } from './patience.ts'

interface Waiting<Q, R> {
  query: Q
  since: number
  resolve: (result: R) => void
  reject: (error: unknown) => void
}

/** How many queries may wait at most. One more is refused at once, while its caller can still do something else. */
const mostWaiting = 2_000

/**
 * Group commit: the queries that arrive while a statement is under way go together in the next one, at most `most` at a
 * time, and share its round trip and its flush to disk. No query waits for others to arrive: the first goes together
 * with those that the sockets deliver in the same turn of the event loop. When a statement of several queries fails,
 * each query is tried alone, so that a faulty one does not fail the others. If the database is away, all fail without
 * another try; after a deadlock it is there, so each is tried alone. `run` gives the results in the order of the
 * queries.
 */
export function gather<Q, R>(run: (queries: Q[]) => Promise<R[]>, most: number): (query: Q) => Promise<R> {
  let waiting: Waiting<Q, R>[] = []
  let underWay = false

  async function attempt(batch: Waiting<Q, R>[]): Promise<void> {
    try {
      const results = await run(batch.map(({ query }) => query))
      for (const [index, result] of results.entries()) batch[index]?.resolve(result)
    } catch (error) {
      if (batch.length === 1 || (isDatabaseAway(error) && !isDeadlock(error)))
        for (const { reject } of batch) reject(error)
      else for (const one of batch) await attempt([one])
    }
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      await attempt(waiting.splice(0, most))
      refuseLate()
    }
    underWay = false
  }

  /** Refuses the queries that have waited longer than `answerMs`: they stand first in the list. */
  function refuseLate(): void {
    const latest = performance.now() - answerMs
    const intime = waiting.findIndex(({ since }) => since > latest)
    if (intime === 0 || waiting.length === 0) return
    const late = intime < 0 ? waiting : waiting.slice(0, intime)
    waiting = intime < 0 ? [] : waiting.slice(intime)
    for (const { reject } of late) reject(new DatabaseSilentError(`no turn within ${answerMs} ms`))
  }

  return (query) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= mostWaiting)
        return reject(new DatabaseSilentError(`${mostWaiting} wait for a turn already`))
      waiting.push({ query, since: performance.now(), resolve, reject })
      if (underWay) return
      underWay = true
      setImmediate(() => void drain())
    })
}
