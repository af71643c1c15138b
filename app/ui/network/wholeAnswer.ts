import type { QueryClient } from '@tanstack/react-query'

/**
 * For mutations whose answer is all that the query of this key fetches. They run one after another: an answer that came late
 * would bring back what the next one changed.
 */
export const wholeAnswer = (cache: QueryClient, queryKey: readonly string[]) => ({
  scope: { id: queryKey.join() },
  show: async (data: unknown) => {
    // An answer that is still on its way may be older.
    await cache.cancelQueries({ queryKey, exact: true })
    cache.setQueryData(queryKey, data)
  },
})
