import { pauseAfter } from './serverAnswers.ts'

/** How long the server may take to begin its answer: a broken network may never report a failure. */
const timeoutMs = 10_000

/**
 * When the next page's data does not come, Next leaves for a full page load: no desk, and no ring, until somebody
 * reloads. So a request for such data is repeated until the server answers, and the current page stays. `onWait` is
 * told whether a request waits. A later navigation replaces the waiting ones. Returns the function that ends this.
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
      return own(input, { ...init, signal: eitherOf(AbortSignal.timeout(timeoutMs), init?.signal) })
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

/** The result of a replaced navigation; rejecting would still leave the page. */
const never = new Promise<Response>(() => undefined)

/** A prefetch may fail, and is repeated when needed; but it must not hold a connection for ever. */
const aheadOfTime = ['next-router-prefetch', 'next-router-segment-prefetch']
const eitherOf = (one: AbortSignal, other?: AbortSignal | null) => AbortSignal.any([one, ...(other ? [other] : [])])

/** Null when no answer came, or when a proxy (502) or a server in trouble answered. */
async function askOnce(ask: typeof fetch, input: RequestInfo | URL, init: RequestInit = {}): Promise<Response | null> {
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), timeoutMs)
  try {
    const answer = await ask(input, { ...init, signal: eitherOf(timeout.signal, init.signal) })
    const drawn = answer.headers.get('content-type')?.startsWith('text/x-component')
    return answer.status >= 500 && !drawn ? null : answer
  } catch (error) {
    if (init.signal?.aborted) throw error
    return null
  } finally {
    clearTimeout(timer)
  }
}
