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
import { read, readFiltered } from '../ui/network/reads.ts'
import { ApiError, post, request } from '../ui/network/request.ts'
import { useOneMutation } from '../ui/network/useOneMutation.ts'

const base = '/api/painel/faturamento'
const tiposBase = '/api/painel/tipos_servico'
const livroKey = ['faturamento']
const tiposKey = ['tipos_servico']

/** `query` is the filters as the address has them. */
export const useEventos = (query: string) =>
  useInfiniteQuery(readFiltered<typeof ledgerAnswer>([...livroKey, 'eventos', query], base, query))

export const useTotais = (query: string) =>
  useQuery({
    ...read<typeof totaisAnswer>([...livroKey, 'totais', query], `${base}/totais?${query}`),
    select: ({ totais }) => totais,
    placeholderData: keepPreviousData,
  })

export const useAutores = () =>
  useQuery({
    ...read<typeof autoresAnswer>([...livroKey, 'autores'], `${base}/autores`),
    select: ({ autores }) => autores,
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
      post<typeof estornoAnswer>(`${base}/${id}/estorno`, body),
    onSuccess: () => cache.invalidateQueries({ queryKey: livroKey }),
    // A colleague was faster, or the answer to an earlier attempt was lost.
    onError: () => void cache.invalidateQueries({ queryKey: livroKey }),
  })
}

/** All service types, including those out of use. */
export const useTipos = () =>
  useQuery({
    ...read<typeof tiposServicoGeridosAnswer>(tiposKey, tiposBase),
    select: ({ tipos_servico }) => tipos_servico,
  })

export function useNewTipo() {
  const cache = useQueryClient()
  return useOneMutation({
    mutationFn: (body: NewTipoServico) => post<typeof tipoServicoAnswer>(tiposBase, body),
    onSuccess: () => cache.invalidateQueries({ queryKey: tiposKey }),
  })
}

export function useTipoAtivo() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ativo }: { id: number; ativo: boolean }) =>
      post<typeof tiposServicoGeridosAnswer>(`${tiposBase}/${id}`, { ativo }),
    onSuccess: () => cache.invalidateQueries({ queryKey: tiposKey }),
  })
}
