import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { z } from 'zod'
import type {
  atendimentosAnswer,
  colegasAnswer,
  conflitoAtendimento,
  passAnswer,
  ticketAnswer,
  ticketsAnswer,
} from '#server/atendimento/wire/atendimento'
import type { ChangeModelo, modelosAnswer, modelosPreenchidosAnswer, NewModelo } from '#server/atendimento/wire/modelos'
import type { ChangeOpcao, NewOpcao, opcoesAnswer } from '#server/atendimento/wire/opcoes'
import type { Atendimento } from '#server/ligacao/wire/ligacao'
import { ApiError, request } from '../ui/request.ts'

const base = '/api/painel/atendimentos'
const opcoesBase = '/api/painel/opcoes_atendimento'
const modelosBase = '/api/painel/modelos_texto'

/** Whoever changes what lists of tickets show says so under this key. */
export const atendimentosKey = ['atendimentos'] as const
/** The agent's own open tickets: whoever changes one says so under this key. */
export const abertosKey = [...atendimentosKey, 'aberto'] as const
const opcoesKey = ['opcoes_atendimento']
const modelosKey = ['modelos_texto']

const listaKey = [...atendimentosKey, 'lista']

/** Puts a ticket's first words into the lists that show it: they need not be asked for with every pause of the hand. */
export function showSavedWords(cache: QueryClient, { id, descricao }: Atendimento) {
  const palavras = descricao.replace(/\s+/g, ' ').slice(0, 160)
  cache.setQueriesData<InfiniteData<z.infer<typeof ticketsAnswer>>>(
    { queryKey: listaKey },
    (lista) =>
      lista && {
        ...lista,
        pages: lista.pages.map((page) => ({
          ...page,
          atendimentos: page.atendimentos.map((each) => (each.id === id ? { ...each, palavras } : each)),
        })),
      },
  )
}

/** The agent's own open tickets, newest first. */
export const useAtendimentosAbertos = () =>
  useQuery({
    queryKey: abertosKey,
    queryFn: async ({ signal }) =>
      (await request<typeof atendimentosAnswer>(`${base}?estado=aberto`, { signal })).atendimentos,
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

/** The ticket as it stands on the server, which the refusal of a stale save tells itself; null for any other error. */
export function currentAtendimento(error: unknown): Atendimento | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  return (error.body as Partial<z.infer<typeof conflitoAtendimento>> | null)?.atendimento ?? null
}

/** The tickets filtered, as far as somebody has asked for more. `query` is the filters as the address has them. */
export const useAtendimentos = (query: string) =>
  useInfiniteQuery({
    queryKey: [...listaKey, query],
    queryFn: ({ pageParam, signal }) =>
      request<typeof ticketsAnswer>(`${base}/lista?${query}&apos=${encodeURIComponent(pageParam)}`, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.apos,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  })

export const exportHref = (query: string) => `${base}/exportar?${query}`

/** One ticket whole; asked for only where it is looked at. */
export const useAtendimento = (id: number, enabled = true) =>
  useQuery({
    queryKey: [...atendimentosKey, 'um', id],
    queryFn: async ({ signal }) => (await request<typeof ticketAnswer>(`${base}/${id}`, { signal })).atendimento,
    enabled,
  })

/** Says or corrects whom a ticket is about. */
export function useClienteDoAtendimento(id: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id_cliente: number) =>
      request<typeof ticketAnswer>(`${base}/${id}/cliente`, { method: 'POST', body: { id_cliente } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: atendimentosKey }),
  })
}

/** Gives a ticket to a colleague, on top of the version that was read. */
export function usePassAtendimento(id: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (body: { id_usuario: number; versao: number }) =>
      (await request<typeof passAnswer>(`${base}/${id}/passar`, { method: 'POST', body })).atendimento,
    onSettled: () => cache.invalidateQueries({ queryKey: atendimentosKey }),
  })
}

/** Takes a pass back, on top of the version that it made. */
export function useUndoPassagem(id: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (versao: number) =>
      (await request<typeof passAnswer>(`${base}/${id}/passar/desfazer`, { method: 'POST', body: { versao } }))
        .atendimento,
    onSettled: () => cache.invalidateQueries({ queryKey: atendimentosKey }),
  })
}

/** Both lists of options, those out of use included, the most used first. */
export const useOpcoes = () =>
  useQuery({
    queryKey: opcoesKey,
    queryFn: async ({ signal }) => (await request<typeof opcoesAnswer>(opcoesBase, { signal })).opcoes,
    staleTime: 300_000,
  })

export function useChangeOpcoes() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: ({ id?: undefined } & NewOpcao) | ({ id: number } & ChangeOpcao)) =>
      request<typeof opcoesAnswer>(id === undefined ? opcoesBase : `${opcoesBase}/${id}`, { method: 'POST', body }),
    onSuccess: ({ opcoes }) => cache.setQueryData(opcoesKey, opcoes),
  })
}

/** Who tickets may be passed to, and for supervisors who had some once. */
export const useColegas = () =>
  useQuery({
    queryKey: ['colegas'],
    queryFn: async ({ signal }) => (await request<typeof colegasAnswer>('/api/painel/colegas', { signal })).colegas,
    staleTime: 60_000,
    // A list that is being chosen from stays as it is.
    refetchOnWindowFocus: false,
  })

/** Every text, for those who keep them. */
export const useModelos = () =>
  useQuery({
    queryKey: modelosKey,
    queryFn: async ({ signal }) => (await request<typeof modelosAnswer>(modelosBase, { signal })).modelos,
  })

export function useChangeModelos() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: ({ id?: undefined } & NewModelo) | ({ id: number } & ChangeModelo)) =>
      request<typeof modelosAnswer>(id === undefined ? modelosBase : `${modelosBase}/${id}`, { method: 'POST', body }),
    onSuccess: ({ modelos }) => cache.setQueryData(modelosKey, modelos),
  })
}

/** The texts with this ticket's data, asked anew each time they are looked at. */
export const useModelosPreenchidos = (id: number, enabled: boolean) =>
  useQuery({
    queryKey: [...modelosKey, 'preenchidos', id],
    queryFn: async ({ signal }) =>
      (await request<typeof modelosPreenchidosAnswer>(`${base}/${id}/modelos`, { signal })).modelos,
    enabled,
    staleTime: 0,
    gcTime: 0,
  })
