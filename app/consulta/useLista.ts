import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { consulta } from './api.ts'

/** Who comes back from a customer finds the list as it was left. */
const calm = { staleTime: 300_000, refetchOnWindowFocus: false, placeholderData: keepPreviousData } as const

/** The customers filtered, as far as somebody has scrolled. */
export const useLista = (query: string) =>
  useInfiniteQuery({
    queryKey: ['consulta', 'lista', query],
    queryFn: ({ pageParam, signal }) => consulta.page(query, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.apos,
    ...calm,
  })

export const useTotal = (query: string) =>
  useQuery({
    queryKey: ['consulta', 'total', query],
    queryFn: ({ signal }) => consulta.total(query, signal),
    ...calm,
  })

export const usePacotes = () =>
  useQuery({ queryKey: ['consulta', 'pacotes'], queryFn: ({ signal }) => consulta.pacotes(signal), staleTime: 300_000 })
