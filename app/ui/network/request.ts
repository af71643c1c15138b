import { onlineManager, QueryClient } from '@tanstack/react-query'
import type * as z from 'zod'
import type { ErrorBody } from '#server/http/wire'
import { noteServerDate } from './serverClock.tsx'

interface RequestOptions {
  method?: 'GET' | 'POST' | 'PATCH'
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** The answer is good whoever has signed in in another tab: it tells who. */
  whoever?: boolean
  /** Lets the request outlive the page; the body must stay below 64 KiB. */
  keepalive?: boolean
}

let telaDe: number | null = null

/** Whose page this is. The server refuses its requests when somebody else has signed in in another tab. */
export function noteTelaDe(idUsuario: number): void {
  telaDe = idUsuario
}

/** A broken network must not keep the agent waiting for ever, in milliseconds. */
const timeoutMs = 20_000

/** Since when each read waits. */
const reads = new Map<AbortController, number>()

/**
 * Ends the reads that have waited for `ms`, while the server cannot be reached. A browser opens six connections to one
 * server, and the question whether it is back would wait behind them. Ended reads are tried again.
 */
export function giveUpReads(ms: number) {
  for (const [read, since] of reads)
    if (performance.now() - since >= ms) read.abort(new DOMException('no answer', 'TimeoutError'))
}

/**
 * `Schema` is the wire's schema, by which the server judged its answer. Throws `ApiError` on every refusal and when no
 * answer came; an `AbortError` passes through. A lost session leads to the sign-in page.
 */
export async function request<Schema extends z.ZodType>(
  path: string,
  { method = 'GET', body, headers, signal, whoever = false, keepalive }: RequestOptions = {},
): Promise<z.output<Schema>> {
  if (lost) throw new ApiError(401, null)
  const read = new AbortController()
  if (method === 'GET') reads.set(read, performance.now())
  const timeout = AbortSignal.timeout(timeoutMs)
  const signals = [read.signal, timeout, ...(signal ? [signal] : [])]
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(telaDe === null || whoever ? {} : { 'x-tela-de': `${telaDe}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(keepalive ? { keepalive, signal: timeout } : { signal: AbortSignal.any(signals) }),
  }).catch((error: unknown) => {
    reads.delete(read)
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, null, { waited: timeout.aborted })
  })
  noteServerDate(response.headers.get('date'))
  const answer: unknown = await response.json().catch(() => null)
  reads.delete(read)
  if (response.status === 401) leaveForSignIn()
  if (!response.ok) throw new ApiError(response.status, answer, { retryAfter: response.headers.get('retry-after') })
  // A proxy answered, not the desk.
  if (answer === null || typeof answer !== 'object') throw new ApiError(0, null)
  wasIn = true
  return answer as z.output<Schema>
}

export const post = <Schema extends z.ZodType>(path: string, body?: unknown) =>
  request<Schema>(path, { method: 'POST', body })

interface Silence {
  retryAfter?: string | null
  waited?: boolean
}

/** `message` is a sentence in Portuguese for the agent; `status` 0 means that no answer came. */
export class ApiError extends Error {
  readonly status: number
  readonly campos: Record<string, string[]>
  readonly body: unknown
  /** The server was silent for as long as an agent is made to wait: the failure is said before anything is tried again. */
  readonly waited: boolean

  constructor(status: number, body: unknown, { retryAfter = null, waited = false }: Silence = {}) {
    const refused = isRefusal(body) ? body : null
    super(refused?.msg ?? fallbackSentence(status, retryAfter))
    this.name = 'ApiError'
    this.status = status
    this.campos = refused?.campos ?? {}
    this.body = body
    this.waited = waited
  }
}

/** What is wrong with each field, as the server judged it, in one text for below the field, whose label names it. */
export const camposDe = (error: unknown): Record<string, string> =>
  error instanceof ApiError
    ? Object.fromEntries(
        Object.entries(error.campos).map(([campo, sentences]) => [
          campo,
          sentences.map((sentence) => withoutName(campo, sentence)).join('. '),
        ]),
      )
    : {}

/** The server names the field as programs spell it. */
function withoutName(campo: string, sentence: string): string {
  const rest = sentence.replace(`O campo ${campo} `, '')
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}

/** The body of a 409, by the wire's `Schema`; null for any other error. A proxy's 409 may have none of its fields. */
export const conflictOf = <Schema extends z.ZodType<object>>(error: unknown): Partial<z.output<Schema>> | null =>
  error instanceof ApiError && error.status === 409 ? (error.body as Partial<z.output<Schema>> | null) : null

/** A proxy's refusal has another form. */
const isRefusal = (body: unknown): body is ErrorBody =>
  typeof body === 'object' &&
  body !== null &&
  'status' in body &&
  body.status === 'error' &&
  'msg' in body &&
  typeof body.msg === 'string'

function fallbackSentence(status: number, retryAfter: string | null): string {
  if (status === 0) return 'Sem resposta do servidor. Verifique a rede e tente de novo.'
  if (status === 401) return 'Sua sessão terminou. Entre de novo.'
  if (status === 403) return 'Sua conta não tem permissão para isto.'
  if (status === 404) return 'Não encontrado.'
  if (status === 429)
    return retryAfter ? `Pedidos demais. Aguarde ${retryAfter} s.` : 'Pedidos demais. Aguarde um pouco.'
  return `O servidor não conseguiu atender (${status}). Tente de novo.`
}

/** An error's sentence with what is wrong in each field. A form that shows this beside its fields does not need it. */
export const sentenceOf = (error: unknown): string =>
  error instanceof ApiError
    ? [error.message, ...Object.values(error.campos).flat()].join('. ')
    : 'Algo deu errado nesta tela. Tente de novo.'

/** Whether another attempt may succeed: a refusal stays a refusal. */
export const mayRecover = (error: Error) => error instanceof ApiError && (error.status === 0 || error.status >= 500)

const hasWaited = (error: Error) => error instanceof ApiError && error.waited

/** The pause before a query that failed temporarily is tried again, in milliseconds. */
const comeBack = 5_000

/**
 * A refusal is final; only a missing answer and server errors are retried. Without a network one attempt is made all
 * the same, so that its failure is shown until the network is back: nothing that was pressed waits to be done later.
 */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (count, error) => mayRecover(error) && !hasWaited(error) && count < 3 && onlineManager.isOnline(),
        refetchInterval: ({ state }) =>
          state.error && mayRecover(state.error) && onlineManager.isOnline() ? comeBack : false,
        staleTime: 10_000,
        networkMode: 'always',
        refetchOnReconnect: ({ state }) => (state.error ? 'always' : true),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })

/** Tells the sign-in page that a session was lost. */
export const sessaoEnded = 'sessao=terminou'

let leaving = false
/**
 * The session was lost, and the page waits for the hand to rest before it leaves. It asks for nothing more: somebody else
 * may have signed in in another tab, and it would be done in their name.
 */
let lost = false
/** This page has had an answer, so a session that is missing now was lost. */
let wasIn = false

/**
 * Leaves for the sign-in page, which leads back here unless the agent signed out. A full page load, so that nothing of
 * this user stays. Only the first call counts: several requests notice a lost session at once.
 */
export function leaveForSignIn({ comeBack = true } = {}) {
  if (leaving || window.location.pathname === '/entrar') return
  leaving = true
  if (!comeBack) return window.location.replace('/entrar')
  lost = true
  const here = encodeURIComponent(window.location.pathname + window.location.search)
  const query = `?voltar=${here}${wasIn ? `&${sessaoEnded}` : ''}`
  whenHandRests(() => window.location.replace(`/entrar${query}`))
}

/** How long typing delays the leaving: after the last key, and at most. In milliseconds. */
const [lastKey, utmost] = [1_000, 30_000]

/** Acts at once, or, while a field has the focus, at the first pause in typing. */
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
  // Another navigation has begun. If it was a download, the next refusal starts again.
  const elsewhere = () => {
    over.abort()
    leaving = false
    lost = false
  }
  window.addEventListener('beforeunload', elsewhere, { signal: over.signal })
  for (const deed of ['keydown', 'input']) window.addEventListener(deed, again, { signal: over.signal, capture: true })
}

/**
 * Keeps `leaveForSignIn` from leaving during a sign-out: the server closes the socket before it answers, which would
 * look like a lost session.
 */
export function holdLeaving<T>(work: () => Promise<T>): Promise<T> {
  leaving = true
  return work().finally(() => {
    leaving = false
  })
}
