import { useQuery, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod'
import type { filasAnswer, nomeFilaRequest } from '#server/ligacao/wire/filas'
import { read } from '../ui/network/reads.ts'
import { post } from '../ui/network/request.ts'
import { useOneMutation } from '../ui/network/useOneMutation.ts'
import { wholeAnswer } from '../ui/network/wholeAnswer.ts'

const address = '/api/painel/filas'
const filasKey = ['filas']

export const useFilas = () =>
  useQuery({ ...read<typeof filasAnswer>(filasKey, address), select: ({ filas }) => filas, staleTime: 300_000 })

export const useNameFila = () =>
  useOneMutation({
    ...wholeAnswer(useQueryClient(), filasKey),
    mutationFn: (body: z.input<typeof nomeFilaRequest>) => post<typeof filasAnswer>(address, body),
  })
