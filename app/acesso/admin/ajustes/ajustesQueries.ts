import { useQuery, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod'
import type { ajustesAnswer, ajustesRequest } from '#server/acesso/wire'
import { request } from '../../../ui/network/request.ts'
import { useOneMutation } from '../../../ui/network/useOneMutation.ts'
import { wholeAnswer } from '../../../ui/network/wholeAnswer.ts'

const address = '/api/painel/ajustes'
const key = ['ajustes']

/** The desk's settings, each with the value from its environment. */
export const useAjustes = () =>
  useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => (await request<typeof ajustesAnswer>(address, { signal })).ajustes,
  })

export const useSaveAjustes = () =>
  useOneMutation({
    ...wholeAnswer(useQueryClient(), key),
    mutationFn: async (body: z.input<typeof ajustesRequest>) =>
      (await request<typeof ajustesAnswer>(address, { method: 'POST', body })).ajustes,
  })
