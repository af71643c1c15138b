import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'next/navigation'
import { faturamento } from '../api.ts'
import { type Filtros, readFiltros, writeFiltros } from './filtros.ts'

/** The ledger under the address's filters, as far as somebody has asked for more, and its sums. */
export function useLivro() {
  const filtros = readFiltros(useSearchParams())
  const query = writeFiltros(filtros)
  const change = (changes: Partial<Filtros>) => {
    const next = writeFiltros({ ...filtros, ...changes })
    window.history.replaceState(null, '', next ? `?${next}` : window.location.pathname)
  }
  const eventos = useInfiniteQuery({
    queryKey: ['faturamento', 'eventos', query],
    queryFn: ({ pageParam, signal }) => faturamento.page(query, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.apos,
    placeholderData: keepPreviousData,
  })
  const totais = useQuery({
    queryKey: ['faturamento', 'totais', query],
    queryFn: ({ signal }) => faturamento.totais(query, signal),
    placeholderData: keepPreviousData,
  })
  return { filtros, query, change, eventos, totais }
}
