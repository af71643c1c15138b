import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ClienteResumo } from '#server/cliente/wire/resumo'
import { painel } from '../api/painel.ts'

const typingPause = 150
const none: ClienteResumo[] = []

/** Customers matching what is being typed. A newer term aborts the older request; the last answer stays meanwhile. */
export function useClientesBusca(typed: string) {
  const termo = typed.trim()
  const [debounced] = useDebouncedValue(termo, typingPause)
  const query = useQuery({
    queryKey: ['clientes', 'busca', debounced],
    queryFn: ({ signal }) => painel.buscarClientes(debounced, signal),
    enabled: debounced.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 60_000,
  })
  const current = termo.length > 0 && debounced === termo && !query.isPlaceholderData
  return {
    clientes: termo ? (query.data ?? none) : none,
    /** The list answers exactly what stands in the field. */
    settled: current && query.isSuccess,
    searching: termo.length > 0 && (debounced !== termo || query.isFetching),
    error: termo ? query.error : null,
    retry: query.refetch,
  }
}
