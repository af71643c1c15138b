import { createListeners } from '../listeners.ts'
import { pause, pauseAfter, serverAnswers } from '../network/serverAnswers.ts'

const betweenTries = 1_000
/** After this many failures in a row while the server answers, the part counts as lost. */
const enough = 3
/** How long a part may take, in milliseconds. */
const timeoutMs = 10_000

export interface Standing<Part> {
  part: Part | null
  /** The server answers and does not have this part: it runs another version now. */
  lost: boolean
}

/**
 * Fetches a part of the page when `prepare` is called, once for all callers. While a component waits for it, a failure
 * is retried: a few times while the server answers, and as soon as it answers again. Each `prepare` tries a lost part
 * once more.
 */
export function partFetching<Part>(load: () => Promise<Part>) {
  let standing: Standing<Part> = { part: null, lost: false }
  let underWay = false
  const { isEmpty, tell, subscribe } = createListeners()
  const set = (next: Standing<Part>) => {
    standing = next
    tell()
  }
  const lose = () => standing.lost || set({ part: null, lost: true })

  const once = (): Promise<Part | null> => {
    // A broken network may never report a failure, and asking again joins the request under way: only a reload makes a
    // new one. A late answer is used all the same.
    const checks = setInterval(async () => {
      if ((await serverAnswers()) && !standing.part) lose()
    }, timeoutMs)
    return load()
      .catch(() => null)
      .finally(() => clearInterval(checks))
  }
  const fetchOn = async () => {
    for (let failures = standing.lost ? enough : 1; ; failures++) {
      const part = await once()
      if (part) return set({ part, lost: false })
      if (isEmpty()) return
      for (let asked = 0; !(await serverAnswers()); asked++) await pauseAfter(asked)
      if (failures >= enough) return lose()
      await pause(betweenTries)
    }
  }
  return {
    prepare: () => {
      if (standing.part || underWay) return
      underWay = true
      void fetchOn().finally(() => {
        underWay = false
      })
    },
    standing: () => standing,
    subscribe,
  }
}
