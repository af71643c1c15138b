import type { QueryClient } from '@tanstack/react-query'

/** Query keys that had two mutations under way at once. A key leaves when a mutation begins alone. */
const crossed = new Set<string>()

/**
 * Options for a mutation whose answer is everything that the query of this key fetches: the answer goes into the cache.
 * Mutations do not wait for each other, so that nothing pressed is done later. When two overlap, or a fetch overlaps
 * with one, the browser cannot know which of them the server answered last, and the query is fetched again.
 */
export const wholeAnswer = (cache: QueryClient, queryKey: readonly string[]) => {
  const fetchAgain = () => cache.invalidateQueries({ queryKey, exact: true })
  return {
    mutationKey: queryKey,
    onMutate: () => {
      crossed[cache.isMutating({ mutationKey: queryKey }) > 1 ? 'add' : 'delete'](queryKey.join())
      return cache.getQueryState(queryKey)?.dataUpdateCount
    },
    onSuccess: async (data: unknown, _sent: unknown, before: unknown) => {
      const { dataUpdateCount, fetchStatus } = cache.getQueryState(queryKey) ?? {}
      if (crossed.has(queryKey.join()) || dataUpdateCount !== before) return fetchAgain()
      // A fetch that is still under way may bring older data than the answer, or newer.
      await cache.cancelQueries({ queryKey, exact: true })
      cache.setQueryData(queryKey, data)
      if (fetchStatus === 'fetching') void fetchAgain()
    },
    // A colleague may have been faster: what they saved is shown.
    onError: () => void fetchAgain(),
  }
}
