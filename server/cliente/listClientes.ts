import type { Readable } from 'node:stream'
import { invalid, mistakesOf } from '../refusal.ts'
import type { ListCache, Outcome } from './list/cache.ts'
import type { Encoding } from './list/entry.ts'
import { listQueryOf } from './rules/listQuery.ts'
import { clienteListParams } from './wire/list.ts'

export type ListRequest = {
  /** The query parameters as they were parsed: one given twice is an array. */
  params: unknown
  encoding: Encoding
  /** Whether the caller has the list of that entity tag already; null when it names none. */
  has: ((etag: string) => boolean) | null
  now: Date
}

export type ListAnswer = {
  outcome: Outcome
  etag: string
  /** Seconds since the list was read. */
  age: number
  /** Null when the caller has it already. `leave` must be called once, when the body was sent or will not be. */
  content: { body: Buffer | Readable; length: number | null } | null
  leave: () => void
}

/**
 * The list of customers, from the cache or read into it. Throws a Refusal that names every mistake; rejects when the
 * reading failed before the first byte, and the stream breaks off when it fails later. spec: Endpoints 3.
 */
export function listClientes(cache: ListCache) {
  return async ({ params, encoding, has, now }: ListRequest): Promise<ListAnswer> => {
    const parsed = clienteListParams.safeParse(params)
    if (!parsed.success) throw invalid(mistakesOf(parsed.error))
    const { entry, outcome, leave } = await cache.find(listQueryOf(parsed.data), now.getTime())
    try {
      const age = outcome === 'HIT' ? Math.max(0, Math.floor((now.getTime() - (entry.finishedAt ?? 0)) / 1_000)) : 0
      const content = has && (await entry.isHeld(has, encoding)) ? null : await entry.body(encoding)
      return { outcome, etag: entry.etag(encoding), age, content, leave }
    } catch (error) {
      leave()
      throw error
    }
  }
}

export type ListClientes = ReturnType<typeof listClientes>
