import type { QueryClient } from '@tanstack/react-query'

/** Query keys that had two mutations under way at once. A key leaves when a mutation begins alone. */
const crossed = new Set<string>()

/**
 * Options for a mutation whose answer is everything that the query of this key fetches: the answer goes into the cache.
 * Mutations do not wait for each other, so that nothing pressed is done later. When two overlap, the browser cannot
 * know in which order the server did them, and the query is fetched again.
 */
export const wholeAnswer = (cache: QueryClient, queryKey: readonly string[]) => ({
  mutationKey: queryKey,
  onMutate: () => {
    crossed[cache.isMutating({ mutationKey: queryKey }) > 1 ? 'add' : 'delete'](queryKey.join())
  },
  onSuccess: async (data: unknown) => {
    if (crossed.has(queryKey.join())) return cache.invalidateQueries({ queryKey, exact: true })
    // A fetch that is still under way may bring older data.
    await cache.cancelQueries({ queryKey, exact: true })
    cache.setQueryData(queryKey, data)
  },
})
