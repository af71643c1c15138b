import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type * as z from 'zod'
import type {
  atendimentoInteiroAnswer,
  atendimentoListAnswer,
  atendimentosAnswer,
  colegasAnswer,
  conflitoAtendimento,
  PassRequest,
  passAnswer,
} from '#server/atendimento/wire/atendimento'
import type { ChangeModelo, modelosAnswer, modelosPreenchidosAnswer, NewModelo } from '#server/atendimento/wire/modelos'
import type { ChangeOpcao, NewOpcao, opcoesAnswer } from '#server/atendimento/wire/opcoes'
import type { Atendimento } from '#server/ligacao/wire/ligacao'
import { createHearing } from '../ui/listeners.ts'
import { filtradaEmPaginas } from '../ui/network/emPaginas.ts'
import { conflictOf, request } from '../ui/network/request.ts'
import { wholeAnswer } from '../ui/network/wholeAnswer.ts'

const base = '/api/painel/atendimentos'
const opcoesBase = '/api/painel/opcoes_atendimento'
const modelosBase = '/api/painel/modelos_texto'

/** Something about the user's tickets has changed, such as their customer. */
export const mudancasAtendimentos = createHearing('atendimentos:mudaram', 'ligacoes:abertas')

/** The key of every list of tickets. */
export const atendimentosKey = ['atendimentos'] as const
/** The key of the agent's own open tickets. */
export const abertosKey = [...atendimentosKey, 'aberto'] as const
const opcoesKey = ['opcoes_atendimento']
const modelosKey = ['modelos_texto']

const listaKey = [...atendimentosKey, 'lista']

/** Updates the cached lists with the words that `firstWordsOf` would give, so that no save has to fetch them again. */
export function showSavedWords(cache: QueryClient, { id, descricao }: Atendimento) {
  const palavras = descricao.slice(0, 400).replace(/\s+/g, ' ').slice(0, 160).trim()
  cache.setQueriesData<InfiniteData<z.infer<typeof atendimentoListAnswer>>>(
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

export const useAtendimentosAbertos = () =>
  useQuery({
    queryKey: abertosKey,
    queryFn: ({ signal }) => request<typeof atendimentosAnswer>(`${base}?estado=aberto`, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

/** The tickets that `useAtendimentosAbertos` has in the cache. */
export const abertosIn = (cache: QueryClient) =>
  cache.getQueryData<z.infer<typeof atendimentosAnswer>>(abertosKey)?.atendimentos ?? []

/** The ticket that the refusal of a stale save carries; null for any other error. */
export const currentAtendimento = (error: unknown): Atendimento | null =>
  conflictOf<typeof conflitoAtendimento>(error)?.atendimento ?? null

/** `query` is the filters as the address has them. */
export const useAtendimentos = (query: string) =>
  useInfiniteQuery({
    queryKey: [...listaKey, query],
    queryFn: ({ pageParam, signal }) =>
      request<typeof atendimentoListAnswer>(`${base}/lista?${query}&apos=${encodeURIComponent(pageParam)}`, { signal }),
    ...filtradaEmPaginas,
    refetchOnWindowFocus: true,
  })

export const exportHref = (query: string) => `${base}/exportar?${query}`

export const useAtendimento = (id: number, enabled = true) =>
  useQuery({
    queryKey: [...atendimentosKey, 'um', id],
    queryFn: async ({ signal }) =>
      (await request<typeof atendimentoInteiroAnswer>(`${base}/${id}`, { signal })).atendimento,
    enabled,
  })

export function useClienteDoAtendimento(id: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id_cliente: number) =>
      request<typeof atendimentoInteiroAnswer>(`${base}/${id}/cliente`, { method: 'POST', body: { id_cliente } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: atendimentosKey }),
  })
}

/** `versao` is the version that the agent saw. */
export function usePassAtendimento(id: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (body: PassRequest) =>
      (await request<typeof passAnswer>(`${base}/${id}/passar`, { method: 'POST', body })).atendimento,
    onSettled: () => void cache.invalidateQueries({ queryKey: atendimentosKey }),
  })
}

/** `versao` is the version that the pass made. */
export function useUndoPassagem(id: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (versao: number) =>
      (await request<typeof passAnswer>(`${base}/${id}/passar/desfazer`, { method: 'POST', body: { versao } }))
        .atendimento,
    onSettled: () => void cache.invalidateQueries({ queryKey: atendimentosKey }),
  })
}

/** Reasons and outcomes, including those out of use, the most used first. */
export const useOpcoes = () =>
  useQuery({
    queryKey: opcoesKey,
    queryFn: async ({ signal }) => (await request<typeof opcoesAnswer>(opcoesBase, { signal })).opcoes,
    staleTime: 300_000,
  })

export const useChangeOpcoes = () =>
  useMutation({
    ...wholeAnswer(useQueryClient(), opcoesKey),
    mutationFn: async ({ id, ...body }: ({ id?: undefined } & NewOpcao) | ({ id: number } & ChangeOpcao)) => {
      const address = id === undefined ? opcoesBase : `${opcoesBase}/${id}`
      return (await request<typeof opcoesAnswer>(address, { method: 'POST', body })).opcoes
    },
  })

/** Whom tickets may be passed to; supervisors also get former owners. */
export const useColegas = () =>
  useQuery({
    queryKey: ['colegas'],
    queryFn: async ({ signal }) => (await request<typeof colegasAnswer>('/api/painel/colegas', { signal })).colegas,
    staleTime: 60_000,
    // A list must not change while somebody chooses from it.
    refetchOnWindowFocus: false,
  })

export const useModelos = () =>
  useQuery({
    queryKey: modelosKey,
    queryFn: async ({ signal }) => (await request<typeof modelosAnswer>(modelosBase, { signal })).modelos,
  })

type SentModelo = ({ id?: undefined } & NewModelo) | ({ id: number } & ChangeModelo)

/** `onSaved` is called with the saved change even if the caller has left the page by then. */
export function useChangeModelos(onSaved?: (sent: SentModelo) => void) {
  const whole = wholeAnswer(useQueryClient(), modelosKey)
  return useMutation({
    ...whole,
    onSuccess: (modelos, sent, before) => {
      onSaved?.(sent)
      return whole.onSuccess(modelos, sent, before)
    },
    mutationFn: async ({ id, ...body }: SentModelo) => {
      const address = id === undefined ? modelosBase : `${modelosBase}/${id}`
      return (await request<typeof modelosAnswer>(address, { method: 'POST', body })).modelos
    },
  })
}

/** Fetched each time the list is opened. */
export const useModelosPreenchidos = (id: number, enabled: boolean) =>
  useQuery({
    queryKey: [...modelosKey, 'preenchidos', id],
    queryFn: async ({ signal }) =>
      (await request<typeof modelosPreenchidosAnswer>(`${base}/${id}/modelos`, { signal })).modelos,
    enabled,
    staleTime: 0,
    gcTime: 0,
  })
