import { pauseAfter } from './serverAnswers.ts'

/** How long the server may take to begin its answer: a network that swallowed the question never says so. */
const patience = 10_000

/**
 * Next gives the page up for the browser's own where the next page's data does not come: no desk, no ring, until somebody
 * reloads. So a question for such data is asked again until the server answers it, and the page that asks stays. `onWait`
 * is told whether one waits. A later navigation, or the way back, takes the place of those that wait. Returns the function
 * that ends it.
 */
export function holdNavigation(onWait: (waiting: boolean) => void): () => void {
  const own = window.fetch
  const waiting = new Set<object>()
  const forget = () => {
    if (waiting.size === 0) return
    waiting.clear()
    onWait(false)
  }
  const holding: typeof fetch = async (input, init) => {
    const asked = new Headers(init?.headers)
    if (!asked.has('rsc')) return own(input, init)
    if (aheadOfTime.some((name) => asked.has(name)))
      return own(input, { ...init, signal: within(patience, init?.signal) })
    forget()
    const mine = {}
    for (let times = 0; ; times++) {
      const answer = await askOnce(own, input, init)
      if (times > 0 && !waiting.has(mine)) return never
      if (answer) {
        waiting.delete(mine)
        if (times > 0) onWait(waiting.size > 0)
        return answer
      }
      waiting.add(mine)
      onWait(true)
      await pauseAfter(times)
      if (!waiting.has(mine)) return never
    }
  }
  window.fetch = holding
  window.addEventListener('popstate', forget)
  return () => {
    forget()
    window.removeEventListener('popstate', forget)
    if (window.fetch === holding) window.fetch = own
  }
}

/** Nobody listens to a navigation that another took the place of; a failure would still leave the page. */
const never = new Promise<Response>(() => undefined)

/** What is fetched ahead may fail, and is asked for again when it is wanted; but it may not hold a connection for ever. */
const aheadOfTime = ['next-router-prefetch', 'next-router-segment-prefetch']
const within = (ms: number, signal?: AbortSignal | null) =>
  AbortSignal.any([AbortSignal.timeout(ms), ...(signal ? [signal] : [])])

/** The answer; null where none came, or one in the desk's place (a proxy's 502) or of a server in trouble. */
async function askOnce(ask: typeof fetch, input: RequestInfo | URL, init: RequestInit = {}): Promise<Response | null> {
  const impatient = new AbortController()
  const timer = setTimeout(() => impatient.abort(), patience)
  const signals = [impatient.signal, ...(init.signal ? [init.signal] : [])]
  try {
    const answer = await ask(input, { ...init, signal: AbortSignal.any(signals) })
    const drawn = answer.headers.get('content-type')?.startsWith('text/x-component')
    return answer.status >= 500 && !drawn ? null : answer
  } catch (error) {
    if (init.signal?.aborted) throw error
    return null
  } finally {
    clearTimeout(timer)
  }
}
