import { useQuery, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod'
import type { ajustesAnswer, ajustesRequest } from '#server/acesso/wire'
import { read } from '../../../ui/network/reads.ts'
import { post } from '../../../ui/network/request.ts'
import { useOneMutation } from '../../../ui/network/useOneMutation.ts'
import { wholeAnswer } from '../../../ui/network/wholeAnswer.ts'

const address = '/api/painel/ajustes'
const key = ['ajustes']

/** The desk's settings, each with the value from its environment. */
export const useAjustes = () =>
  useQuery({ ...read<typeof ajustesAnswer>(key, address), select: ({ ajustes }) => ajustes })

export const useSaveAjustes = () =>
  useOneMutation({
    ...wholeAnswer(useQueryClient(), key),
    mutationFn: (body: z.input<typeof ajustesRequest>) => post<typeof ajustesAnswer>(address, body),
  })
