import { keepPreviousData } from '@tanstack/react-query'
import type * as z from 'zod'
import { request } from './request.ts'

/** Query options: the whole answer to a GET, by the wire's `Schema`; `select` may take a part of it. */
export const read = <Schema extends z.ZodType>(queryKey: readonly unknown[], path: string) => ({
  queryKey,
  queryFn: ({ signal }: { signal: AbortSignal }) => request<Schema>(path, { signal }),
})

/** Query options of a list in pages: the answer's `apos` says where the next page begins. */
export const readPages = <Schema extends z.ZodType<{ apos: string | null }>>(
  queryKey: readonly unknown[],
  path: string,
  query = '',
) => ({
  queryKey,
  queryFn: ({ pageParam, signal }: { pageParam: string; signal: AbortSignal }) =>
    request<Schema>(`${path}?${query}&apos=${encodeURIComponent(pageParam)}`, { signal }),
  initialPageParam: '',
  getNextPageParam: ({ apos }: { apos: string | null }) => apos,
})

/** The same for a list with filters: the old rows stay shown until the answer to the new filters comes. */
export const readFiltered = <Schema extends z.ZodType<{ apos: string | null }>>(
  ...list: [queryKey: readonly unknown[], path: string, query: string]
) => ({ ...readPages<Schema>(...list), placeholderData: keepPreviousData })
