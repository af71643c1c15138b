import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useInfiniteQuery, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod'
import type { acessosAnswer } from '#server/auditoria/wire'
import { pseudonimoDe } from '#server/cliente/rules/pseudonimo'
import type {
  browseAnswer,
  browseTotalAnswer,
  ClienteListado,
  clienteAnswer,
  ExportFormato,
  opcoesAnswer,
  pacotesAnswer,
} from '#server/cliente/wire/browse'
import type {
  ClienteResumo,
  clientesBuscaAnswer,
  clientesBuscaTotalAnswer,
  documentoAnswer,
} from '#server/cliente/wire/resumo'
import { read, readPages } from '../ui/network/reads.ts'
import { post, request } from '../ui/network/request.ts'

const base = '/api/painel/clientes'

/** Keeps the list as it was for somebody who comes back from a customer's page. */
const calm = { staleTime: 300_000, refetchOnWindowFocus: false } as const

const pageSize = 50

/** The n-th page from the beginning or from the end of the list. */
export type Pagina = `${'inicio' | 'fim'}:${number}`

export const isPagina = (text: string): text is Pagina => /^(inicio|fim):\d+$/.test(text)

/** The page of the customer at `index`, counted from the nearer end. */
export const paginaDe = (index: number, total: number): Pagina =>
  index < total / 2 ? `inicio:${Math.floor(index / pageSize)}` : `fim:${Math.floor((total - 1 - index) / pageSize)}`

const clientesPage = (query: string, pagina: Pagina) => ({
  queryKey: ['clientes', 'lista', query, pagina],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const [lado, n] = pagina.split(':')
    const place = `pular=${Number(n) * pageSize}${lado === 'fim' ? '&do_fim=sim' : ''}`
    return (await request<typeof browseAnswer>(`${base}?${query}&${place}`, { signal })).clientes
  },
  ...calm,
})

/** `query` is the filters as the server gets them. The last answer stays shown until the new one comes. */
export const useClientes = (query: string) =>
  useQuery({ ...clientesPage(query, 'inicio:0'), placeholderData: keepPreviousData })

export function useClientesPages(query: string, paginas: readonly Pagina[], total: number) {
  const answers = useQueries({ queries: paginas.map((pagina) => clientesPage(query, pagina)) })
  const client = useQueryClient()
  const failed = answers.find(({ isError }) => isError)
  const known = new Map(paginas.map((pagina, at) => [pagina, answers[at]?.data]))
  const clientesDe = (pagina: Pagina) => {
    // A page that is no longer observed may still be in the cache.
    if (!known.has(pagina)) known.set(pagina, client.getQueryData(clientesPage(query, pagina).queryKey))
    return known.get(pagina)
  }
  const clienteAt = (index: number) => {
    const pagina = paginaDe(index, total)
    const clientes = clientesDe(pagina)
    return pagina.startsWith('inicio')
      ? clientes?.[index % pageSize]
      : clientes?.[clientes.length - 1 - ((total - 1 - index) % pageSize)]
  }
  return {
    clientesAt: (first: number, end: number): (ClienteListado | undefined)[] =>
      Array.from({ length: end - first }, (_, at) => clienteAt(first + at)),
    fetching: answers.some(({ isFetching }) => isFetching),
    error: failed?.error,
    refetch: () => Promise.all(answers.map((each) => each.isError && each.refetch())),
  }
}

export const useTotalClientes = (query: string) =>
  useQuery({
    ...read<typeof browseTotalAnswer>(['clientes', 'total', query], `${base}/total?${query}`),
    select: ({ total }) => total,
    ...calm,
    placeholderData: keepPreviousData,
  })

export const usePacotes = () =>
  useQuery({
    ...read<typeof pacotesAnswer>(['clientes', 'pacotes'], `${base}/pacotes`),
    select: ({ pacotes }) => pacotes,
    staleTime: 300_000,
  })

export const useOpcoesFiltro = () =>
  useQuery({
    ...read<typeof opcoesAnswer>(['clientes', 'opcoes'], `${base}/opcoes`),
    select: ({ opcoes }) => opcoes,
    staleTime: 300_000,
  })

export const exportHref = (query: string, formato: ExportFormato) => `${base}/exportar?${query}&formato=${formato}`

/** The server records each opening, so it is fetched once and never by itself. */
export const useCliente = (id: string) =>
  useQuery({
    ...read<typeof clienteAnswer>(['clientes', 'pagina', id], `${base}/${encodeURIComponent(id)}`),
    select: ({ cliente }) => cliente,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { onRecord: true },
  })

/** Whether the person was erased. To open the customer again would be on record, a search by id is not. */
export const isEliminado = async (id: string) =>
  (await request<typeof clientesBuscaAnswer>(`${base}/busca?termo=${encodeURIComponent(id)}`)).clientes.some(
    ({ nome_razaosocial }) => nome_razaosocial === pseudonimoDe(id),
  )

export const acessosKey = (id_cliente: number) => ['clientes', 'acessos', id_cliente]

export const useAcessos = (id_cliente: number) =>
  useInfiniteQuery(readPages<typeof acessosAnswer>(acessosKey(id_cliente), `${base}/${id_cliente}/acessos`))

/** The server records it. */
export const revealDocumento = async (id_cliente: number) =>
  (await post<typeof documentoAnswer>(`${base}/${id_cliente}/documento`, {})).cpf_cnpj

const search = (key: 'resumo' | 'busca', termo: string) =>
  read<typeof clientesBuscaAnswer>(['clientes', key, termo], `${base}/busca?termo=${encodeURIComponent(termo)}`)

export const useClienteResumo = (id: string) =>
  useQuery({
    ...search('resumo', id),
    select: ({ clientes }) => clientes.find(({ id_cliente }) => String(id_cliente) === id) ?? null,
    enabled: /^\d+$/.test(id),
  })

const typingPause = 150
const none: ClienteResumo[] = []

export type Total = { total: number; mais: boolean }

function totalOf(
  found: z.infer<typeof clientesBuscaAnswer> | undefined,
  counted: z.infer<typeof clientesBuscaTotalAnswer> | undefined,
): Total | null {
  if (found && found.total !== null) return { total: found.total, mais: false }
  return counted ? { total: Math.min(counted.total, counted.limite), mais: counted.total > counted.limite } : null
}

/** A newer term aborts the older request. The last answer stays shown until the new one comes. */
export function useClientesBusca(typed: string) {
  const termo = typed.trim()
  const [debounced] = useDebouncedValue(termo, typingPause)
  const query = useQuery({
    ...search('busca', debounced),
    enabled: debounced.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    gcTime: 60_000,
  })
  const current = termo.length > 0 && debounced === termo && !query.isPlaceholderData
  const found = termo ? query.data : undefined
  // Counted only when the list does not hold all of them.
  const counted = useQuery({
    ...read<typeof clientesBuscaTotalAnswer>(
      ['clientes', 'busca', debounced, 'total'],
      `${base}/busca/total?termo=${encodeURIComponent(debounced)}`,
    ),
    enabled: current && found?.total === null,
    staleTime: 30_000,
    gcTime: 60_000,
  })
  return {
    clientes: found?.clientes ?? none,
    /** `mais`: there are more than that. Null while it is not known. */
    total: totalOf(found, counted.data),
    typeMore: current && found?.digite_mais === true,
    /** The list answers exactly what is in the field. */
    settled: current && query.data !== undefined,
    searching: termo.length > 0 && (debounced !== termo || query.isFetching),
    /** It failed and is being asked again, which makes `error` null. */
    repeating: query.isFetching && query.errorUpdatedAt > query.dataUpdatedAt,
    error: termo ? query.error : null,
    refetch: query.refetch,
  }
}
