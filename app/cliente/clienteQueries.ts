import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { acessosAnswer } from '#server/auditoria/wire'
import { browseAnswer, browseTotalAnswer, type ExportFormato, pacotesAnswer } from '#server/cliente/wire/browse'
import { type ClienteResumo, clientesBuscaAnswer, documentoAnswer } from '#server/cliente/wire/resumo'
import { clientePaginaAnswer } from '#server/ligacao/wire/history'
import { request } from '../ui/request.ts'

const base = '/api/painel/clientes'

/** Who comes back from a customer finds the list as it was left. */
const calm = { staleTime: 300_000, refetchOnWindowFocus: false, placeholderData: keepPreviousData } as const

/** The customers filtered, as far as somebody has scrolled. `query` is the filters as the server is asked. */
export const useClientes = (query: string) =>
  useInfiniteQuery({
    queryKey: ['clientes', 'lista', query],
    queryFn: ({ pageParam, signal }) =>
      request(browseAnswer, `${base}?${query}&apos=${encodeURIComponent(pageParam)}`, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.apos,
    ...calm,
  })

export const useTotalClientes = (query: string) =>
  useQuery({
    queryKey: ['clientes', 'total', query],
    queryFn: async ({ signal }) => (await request(browseTotalAnswer, `${base}/total?${query}`, { signal })).total,
    ...calm,
  })

export const usePacotes = () =>
  useQuery({
    queryKey: ['clientes', 'pacotes'],
    queryFn: async ({ signal }) => (await request(pacotesAnswer, `${base}/pacotes`, { signal })).pacotes,
    staleTime: 300_000,
  })

export const exportHref = (query: string, formato: ExportFormato) => `${base}/exportar?${query}&formato=${formato}`

/** One customer whole. Each opening is put on record by the server, so it is read once and not again unasked. */
export const useCliente = (id: string) =>
  useQuery({
    queryKey: ['clientes', 'pagina', id],
    queryFn: async ({ signal }) =>
      (await request(clientePaginaAnswer, `${base}/${encodeURIComponent(id)}`, { signal })).cliente,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Who opened, revealed or took along this customer, as far as somebody has asked. */
export const useAcessos = (id_cliente: number) =>
  useInfiniteQuery({
    queryKey: ['clientes', 'acessos', id_cliente],
    queryFn: ({ pageParam, signal }) =>
      request(acessosAnswer, `${base}/${id_cliente}/acessos?apos=${encodeURIComponent(pageParam)}`, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.apos,
  })

/** The whole CPF/CNPJ; the server puts it on record. */
export const revealDocumento = async (id_cliente: number) =>
  (await request(documentoAnswer, `${base}/${id_cliente}/documento`, { method: 'POST', body: {} })).cpf_cnpj

const searchClientes = async (termo: string, signal: AbortSignal) =>
  (await request(clientesBuscaAnswer, `${base}/busca?termo=${encodeURIComponent(termo)}`, { signal })).clientes

/** Whom an address names by its id; null when there is nobody of that id. */
export const useClienteResumo = (id: string) =>
  useQuery({
    queryKey: ['clientes', 'resumo', id],
    queryFn: async ({ signal }) =>
      (await searchClientes(id, signal)).find(({ id_cliente }) => String(id_cliente) === id) ?? null,
    enabled: /^\d+$/.test(id),
  })

const typingPause = 150
const none: ClienteResumo[] = []

/** Customers matching what is being typed. A newer term aborts the older request; the last answer stays meanwhile. */
export function useClientesBusca(typed: string) {
  const termo = typed.trim()
  const [debounced] = useDebouncedValue(termo, typingPause)
  const query = useQuery({
    queryKey: ['clientes', 'busca', debounced],
    queryFn: ({ signal }) => searchClientes(debounced, signal),
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
