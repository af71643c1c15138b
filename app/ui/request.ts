import { QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { ErrorBody } from '#server/http/wire'
import { noteServerDate } from './serverClock.tsx'

interface RequestOptions {
  method?: 'GET' | 'POST' | 'PATCH'
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Lets the request outlive the page; the body must stay below 64 KiB. */
  keepalive?: boolean
}

/** A network that swallows requests must not keep the agent waiting for ever, in milliseconds. */
const patience = 20_000
/** How long a read may go unanswered once the server cannot be reached. */
const inDoubt = 2_000

/** The reads under way, and since when. */
const reads = new Map<AbortController, number>()

/**
 * The server cannot be reached: ends the reads that wait for it. A browser makes six requests of one server at a time, and
 * whoever asks whether it is back would wait behind them. They are tried again like all that no answer came to.
 */
export function giveUpReads() {
  for (const [read, since] of reads)
    if (performance.now() - since >= inDoubt) read.abort(new DOMException('no answer', 'TimeoutError'))
}

/**
 * Asks the screens' own interface; `Schema` is the wire's schema of the answer, by which the server judged it before it
 * was sent. Throws `ApiError` on every refusal and when no answer came; an `AbortError` passes through. A lost session
 * leads to the sign-in page.
 */
export async function request<Schema extends z.ZodType>(
  path: string,
  { method = 'GET', body, headers, signal, keepalive }: RequestOptions = {},
): Promise<z.output<Schema>> {
  const read = new AbortController()
  if (method === 'GET') reads.set(read, performance.now())
  const impatient = AbortSignal.timeout(patience)
  const signals = [read.signal, impatient, ...(signal ? [signal] : [])]
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(keepalive ? { keepalive, signal: impatient } : { signal: AbortSignal.any(signals) }),
  }).catch((error: unknown) => {
    reads.delete(read)
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, null)
  })
  noteServerDate(response.headers.get('date'))
  const answer: unknown = await response.json().catch(() => null)
  reads.delete(read)
  if (response.status === 401) leaveForSignIn()
  if (!response.ok) throw new ApiError(response.status, answer, response.headers.get('retry-after'))
  // Whatever stands between answered in the desk's place.
  if (answer === null || typeof answer !== 'object') throw new ApiError(0, null)
  wasIn = true
  return answer as z.output<Schema>
}

/** A refused or failed request. `message` is a sentence in Portuguese for the agent; `status` 0 means no answer came. */
export class ApiError extends Error {
  readonly status: number
  readonly campos: Record<string, string[]>
  readonly body: unknown

  constructor(status: number, body: unknown, retryAfter: string | null = null) {
    const refused = refusalOf(body)
    super(refused?.msg ?? fallbackSentence(status, retryAfter))
    this.name = 'ApiError'
    this.status = status
    this.campos = refused?.campos ?? {}
    this.body = body
  }
}

/** A proxy refuses in words of its own. */
function refusalOf(body: unknown): ErrorBody | null {
  const told = body as ErrorBody | null
  return told?.status === 'error' && typeof told.msg === 'string' ? told : null
}

function fallbackSentence(status: number, retryAfter: string | null): string {
  if (status === 0) return 'Sem resposta do servidor. Verifique a rede e tente de novo.'
  if (status === 401) return 'Sua sessão terminou. Entre de novo.'
  if (status === 403) return 'Sua conta não tem permissão para isto.'
  if (status === 404) return 'Não encontrado.'
  if (status === 429)
    return retryAfter ? `Pedidos demais. Aguarde ${retryAfter} s.` : 'Pedidos demais. Aguarde um pouco.'
  return `O servidor não conseguiu atender (${status}). Tente de novo.`
}

export const sentenceOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'Algo deu errado nesta tela. Tente de novo.'

const mayRecover = (error: Error) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

/** Failures that pass by themselves are tried again so often, in milliseconds, so that a screen comes back by itself. */
const comeBack = 5_000

/** A refusal is final; only silence and server trouble are tried again. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (count, error) => mayRecover(error) && count < 3,
        refetchInterval: ({ state }) => (state.error && mayRecover(state.error) ? comeBack : false),
        staleTime: 10_000,
      },
      mutations: { retry: false },
    },
  })

/** Tells the sign-in page that she was at work, and not on her way in. */
export const sessaoEnded = 'sessao=terminou'

let leaving = false
/** Something was answered to this page: who loses her session now was at work. */
let wasIn = false

/**
 * Leaves for the sign-in page, which comes back here afterwards unless the agent signed out. A full page load, so that
 * nothing of this user stays; only the first call counts, since a lost session is noticed in several places at once.
 */
export function leaveForSignIn({ comeBack = true } = {}) {
  if (leaving || window.location.pathname === '/entrar') return
  leaving = true
  if (!comeBack) return window.location.replace('/entrar')
  const here = encodeURIComponent(window.location.pathname + window.location.search)
  const voltar = `?voltar=${here}${wasIn ? `&${sessaoEnded}` : ''}`
  whenHandRests(() => window.location.replace(`/entrar${voltar}`))
}

/** How long a field that is in use keeps the page after the last key, and at the most, in milliseconds. */
const [lastKey, utmost] = [1_000, 30_000]

/** Calls back at once, or where a field has the focus at the first pause: what is being typed belongs to it. */
function whenHandRests(act: () => void) {
  if (!document.activeElement?.matches('input, textarea, select')) return act()
  const over = new AbortController()
  const leave = () => {
    over.abort()
    act()
  }
  let pause = setTimeout(leave, lastKey)
  const end = setTimeout(leave, utmost)
  const again = () => {
    clearTimeout(pause)
    pause = setTimeout(leave, lastKey)
  }
  over.signal.addEventListener('abort', () => [pause, end].forEach(clearTimeout))
  // Somebody leaves by another way: that one goes on, and if it was none (a file), the next refusal begins anew.
  const elsewhere = () => {
    over.abort()
    leaving = false
  }
  window.addEventListener('beforeunload', elsewhere, { signal: over.signal })
  for (const deed of ['keydown', 'input']) window.addEventListener(deed, again, { signal: over.signal, capture: true })
}

/** Keeps others from leaving while a sign-out is under way: the server hangs up the socket before it answers. */
export function holdLeaving<T>(work: () => Promise<T>): Promise<T> {
  leaving = true
  return work().finally(() => {
    leaving = false
  })
}
