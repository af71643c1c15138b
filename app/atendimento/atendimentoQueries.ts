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
import { read, readFiltered } from '../ui/network/reads.ts'
import { conflictOf, post } from '../ui/network/request.ts'
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
    ...read<typeof atendimentosAnswer>(abertosKey, `${base}?estado=aberto`),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

/** The tickets that `useAtendimentosAbertos` has in the cache. */
export const abertosIn = (cache: QueryClient) =>
  cache.getQueryData<z.infer<typeof atendimentosAnswer>>(abertosKey)?.atendimentos ?? []

/** The ticket that the refusal of a stale save carries; null for any other error. */
export const currentAtendimento = (error: unknown): Atendimento | null =>
  conflictOf<typeof conflitoAtendimento>(error)?.atendimento ?? null

/** How often a list is fetched again, in milliseconds per shown page: the socket does not report others' tickets. */
const lookAgain = 10_000

/** `query` is the filters as the address has them. */
export const useAtendimentos = (query: string) =>
  useInfiniteQuery({
    ...readFiltered<typeof atendimentoListAnswer>([...listaKey, query], `${base}/lista`, query),
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => lookAgain * (state.data?.pages.length ?? 1),
  })

export const exportHref = (query: string) => `${base}/exportar?${query}`

export const useAtendimento = (id: number, enabled = true) =>
  useQuery({
    ...read<typeof atendimentoInteiroAnswer>([...atendimentosKey, 'um', id], `${base}/${id}`),
    select: ({ atendimento }) => atendimento,
    enabled,
  })

export function useClienteDoAtendimento(id: number) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id_cliente: number) => post<typeof atendimentoInteiroAnswer>(`${base}/${id}/cliente`, { id_cliente }),
    onSuccess: () => cache.invalidateQueries({ queryKey: atendimentosKey }),
  })
}

function usePassing<Body>(path: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (body: Body) => (await post<typeof passAnswer>(`${base}/${path}`, body)).atendimento,
    onSettled: () => void cache.invalidateQueries({ queryKey: atendimentosKey }),
  })
}

/** `versao` is the version that the agent saw. */
export const usePassAtendimento = (id: number) => usePassing<PassRequest>(`${id}/passar`)

/** `versao` is the version that the pass made. */
export const useUndoPassagem = (id: number) => usePassing<Pick<PassRequest, 'versao'>>(`${id}/passar/desfazer`)

/** A list must not change while somebody chooses from it. */
const forChoosing = { refetchOnWindowFocus: false }

/** Reasons and outcomes, including those out of use, the most used first. */
export const useOpcoes = (use: { refetchOnWindowFocus?: boolean } = forChoosing) =>
  useQuery({
    ...read<typeof opcoesAnswer>(opcoesKey, opcoesBase),
    select: ({ opcoes }) => opcoes,
    staleTime: 300_000,
    ...use,
  })

export const useChangeOpcoes = () =>
  useMutation({
    ...wholeAnswer(useQueryClient(), opcoesKey),
    mutationFn: ({ id, ...body }: ({ id?: undefined } & NewOpcao) | ({ id: number } & ChangeOpcao)) =>
      post<typeof opcoesAnswer>(id === undefined ? opcoesBase : `${opcoesBase}/${id}`, body),
  })

/** Whom tickets may be passed to; supervisors also get former owners. */
export const useColegas = () =>
  useQuery({
    ...read<typeof colegasAnswer>(['colegas'], '/api/painel/colegas'),
    select: ({ colegas }) => colegas,
    staleTime: 60_000,
    ...forChoosing,
  })

export const useModelos = () =>
  useQuery({ ...read<typeof modelosAnswer>(modelosKey, modelosBase), select: ({ modelos }) => modelos })

type SentModelo = ({ id?: undefined } & NewModelo) | ({ id: number } & ChangeModelo)

/** `onSaved` is called with the saved change even if the caller has left the page by then. */
export function useChangeModelos(onSaved?: (sent: SentModelo) => void) {
  const whole = wholeAnswer(useQueryClient(), modelosKey)
  return useMutation({
    ...whole,
    onSuccess: (answer, sent, before) => {
      onSaved?.(sent)
      return whole.onSuccess(answer, sent, before)
    },
    mutationFn: ({ id, ...body }: SentModelo) =>
      post<typeof modelosAnswer>(id === undefined ? modelosBase : `${modelosBase}/${id}`, body),
  })
}

/** Fetched each time the list is opened. */
export const useModelosPreenchidos = (id: number, enabled: boolean) =>
  useQuery({
    ...read<typeof modelosPreenchidosAnswer>([...modelosKey, 'preenchidos', id], `${base}/${id}/modelos`),
    select: ({ modelos }) => modelos,
    enabled,
    staleTime: 0,
    gcTime: 0,
    ...forChoosing,
  })
