import './jitless.ts'
import type { z } from 'zod'
import { leaveForSignIn } from '../sessao/leaveForSignIn.ts'
import { ApiError } from './ApiError.ts'
import { noteServerDate } from './serverClock.ts'

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PATCH'
  body?: unknown
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Lets the request outlive the page; the body must stay below 64 KiB. */
  keepalive?: boolean
}

/** A network that swallows requests must not keep the agent waiting for ever, in milliseconds. */
const patience = 20_000

/**
 * Asks the screens' own interface and parses the answer with its contract schema. Throws `ApiError` on every refusal and
 * when no answer came; an `AbortError` passes through. A lost session leads to the sign-in page.
 */
export async function request<S extends z.ZodType>(schema: S, path: string, options: RequestOptions = {}) {
  const { method = 'GET', body, headers, signal, keepalive } = options
  const response = await fetch(path, {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(keepalive ? { keepalive } : { signal: withPatience(signal) }),
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, null)
  })
  noteServerDate(response.headers.get('date'))
  const answer: unknown = await response.json().catch(() => null)
  if (response.status === 401) leaveForSignIn()
  if (!response.ok) throw new ApiError(response.status, answer, response.headers.get('retry-after'))
  return schema.parse(answer) as z.infer<S>
}

const withPatience = (signal: AbortSignal | undefined) =>
  AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(patience)])
