import { useQuery, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod'
import type { filasAnswer, nomeFilaRequest } from '#server/ligacao/wire/filas'
import { request } from '../ui/network/request.ts'
import { useOneMutation } from '../ui/network/useOneMutation.ts'
import { wholeAnswer } from '../ui/network/wholeAnswer.ts'

const address = '/api/painel/filas'
const filasKey = ['filas']

export const useFilas = () =>
  useQuery({
    queryKey: filasKey,
    queryFn: async ({ signal }) => (await request<typeof filasAnswer>(address, { signal })).filas,
    staleTime: 300_000,
  })

export const useNameFila = () =>
  useOneMutation({
    ...wholeAnswer(useQueryClient(), filasKey),
    mutationFn: async (body: z.input<typeof nomeFilaRequest>) =>
      (await request<typeof filasAnswer>(address, { method: 'POST', body })).filas,
  })
