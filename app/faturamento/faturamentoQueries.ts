import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { eventoRegistradoAnswer } from '#server/faturamento/wire/evento'
import type {
  autoresAnswer,
  EstornoRequest,
  estornoAnswer,
  ledgerAnswer,
  totaisAnswer,
} from '#server/faturamento/wire/ledger'
import type { NewTipoServico, tipoServicoAnswer, tiposServicoGeridosAnswer } from '#server/faturamento/wire/tipoServico'
import { filtradaEmPaginas } from '../ui/network/emPaginas.ts'
import { ApiError, request } from '../ui/network/request.ts'
import { useOneMutation } from '../ui/network/useOneMutation.ts'

const base = '/api/painel/faturamento'
const tiposBase = '/api/painel/tipos_servico'
const livroKey = ['faturamento']
const tiposKey = ['tipos_servico']

/** `query` is the filters as the address has them. */
export const useEventos = (query: string) =>
  useInfiniteQuery({
    queryKey: [...livroKey, 'eventos', query],
    queryFn: ({ pageParam, signal }) =>
      request<typeof ledgerAnswer>(`${base}?${query}&apos=${encodeURIComponent(pageParam)}`, { signal }),
    ...filtradaEmPaginas,
  })

export const useTotais = (query: string) =>
  useQuery({
    queryKey: [...livroKey, 'totais', query],
    queryFn: async ({ signal }) => (await request<typeof totaisAnswer>(`${base}/totais?${query}`, { signal })).totais,
    placeholderData: keepPreviousData,
  })

export const useAutores = () =>
  useQuery({
    queryKey: [...livroKey, 'autores'],
    queryFn: async ({ signal }) => (await request<typeof autoresAnswer>(`${base}/autores`, { signal })).autores,
  })

export const exportHref = (query: string) => `${base}/exportar?${query}`

export function useRegistro(onRegistered: (chave: string) => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ body, chave }: { body: object; chave: string }) =>
      request<typeof eventoRegistradoAnswer>(base, { method: 'POST', body, headers: { 'idempotency-key': chave } }),
    onSuccess: (_, { chave }) => {
      onRegistered(chave)
      void cache.invalidateQueries({ queryKey: livroKey })
    },
    onError: (error) => {
      // The type may be out of use by now.
      if (error instanceof ApiError && error.status === 422) void cache.invalidateQueries({ queryKey: tiposKey })
    },
  })
}

export function useEstorno() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: EstornoRequest & { id: number }) =>
      request<typeof estornoAnswer>(`${base}/${id}/estorno`, { method: 'POST', body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: livroKey }),
    // A colleague was faster, or the answer to an earlier attempt was lost.
    onError: () => void cache.invalidateQueries({ queryKey: livroKey }),
  })
}

/** All service types, including those out of use. */
export const useTipos = () =>
  useQuery({
    queryKey: tiposKey,
    queryFn: async ({ signal }) =>
      (await request<typeof tiposServicoGeridosAnswer>(tiposBase, { signal })).tipos_servico,
  })

export function useNewTipo() {
  const cache = useQueryClient()
  return useOneMutation({
    mutationFn: (body: NewTipoServico) => request<typeof tipoServicoAnswer>(tiposBase, { method: 'POST', body }),
    onSuccess: () => cache.invalidateQueries({ queryKey: tiposKey }),
  })
}

export function useTipoAtivo() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ativo }: { id: number; ativo: boolean }) =>
      request<typeof tiposServicoGeridosAnswer>(`${tiposBase}/${id}`, { method: 'POST', body: { ativo } }),
    onSuccess: () => cache.invalidateQueries({ queryKey: tiposKey }),
  })
}
