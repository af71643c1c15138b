import type { QueryClient } from '@tanstack/react-query'

/** Keys of which two mutations were under way at once, until one is begun alone. */
const crossed = new Set<string>()

/**
 * For mutations whose answer is all that the query of this key fetches. None waits for another, so that nothing pressed is
 * done later. Of those that cross, nobody here knows in which order the server did them: the list is asked for anew.
 */
export const wholeAnswer = (cache: QueryClient, queryKey: readonly string[]) => ({
  mutationKey: queryKey,
  onMutate: () => {
    crossed[cache.isMutating({ mutationKey: queryKey }) > 1 ? 'add' : 'delete'](queryKey.join())
  },
  onSuccess: async (data: unknown) => {
    if (crossed.has(queryKey.join())) return cache.invalidateQueries({ queryKey, exact: true })
    // An answer that is still on its way may be older.
    await cache.cancelQueries({ queryKey, exact: true })
    cache.setQueryData(queryKey, data)
  },
})
