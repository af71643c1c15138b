import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type * as z from 'zod'
import type { motivoPausaRequest, motivosPausaAnswer, pausaAnswer, pausasAnswer } from '#server/acesso/wire'
import { createHearing } from '../ui/listeners.ts'
import { read } from '../ui/network/reads.ts'
import { post } from '../ui/network/request.ts'
import { useOneMutation } from '../ui/network/useOneMutation.ts'
import { wholeAnswer } from '../ui/network/wholeAnswer.ts'

const address = '/api/painel/pausa'
const pausasKey = ['pausas']
const ownKey = [...pausasKey, 'minha']
const motivosAddress = '/api/painel/motivos_pausa'
const motivosKey = ['motivos_pausa']

/** A snapshot counts as a change, too: one may have been missed while there was no connection. */
export const mudancasPausas = createHearing('pausas:mudaram', 'ligacoes:abertas')

/** Fetches the pauses again when they change. Used once, by the component that is on every page. */
export function usePausasAtuais(): void {
  const cache = useQueryClient()
  useEffect(() => mudancasPausas.subscribe(() => void cache.invalidateQueries({ queryKey: pausasKey })), [cache])
}

/** The user's own pause; null when there is none, or when it is not known yet. */
export function usePausa() {
  const { data } = useQuery({
    ...read<typeof pausaAnswer>(ownKey, address),
    select: ({ pausa }) => pausa,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? null
}

/** Null ends the pause. */
export function useChangePausa() {
  const cache = useQueryClient()
  return useMutation({
    ...wholeAnswer(cache, ownKey),
    mutationFn: (motivo: string | null) =>
      motivo ? post<typeof pausaAnswer>(address, { motivo }) : post<typeof pausaAnswer>(`${address}/encerrar`, {}),
    // The reason may be out of use by now.
    onError: () => void cache.invalidateQueries({ queryKey: motivosKey }),
  })
}

/** The reasons for a pause, including those out of use. */
export const useMotivosPausa = () =>
  useQuery({
    ...read<typeof motivosPausaAnswer>(motivosKey, motivosAddress),
    select: ({ motivos }) => motivos,
    staleTime: 300_000,
  })

/** Adds a reason, or changes the one whose code is named. */
export const useSaveMotivoPausa = () =>
  useOneMutation({
    ...wholeAnswer(useQueryClient(), motivosKey),
    mutationFn: (body: z.input<typeof motivoPausaRequest>) => post<typeof motivosPausaAnswer>(motivosAddress, body),
  })

/** In milliseconds. A pause also ends when its user signs out, and no event tells that. */
const lookAgain = 30_000

export const usePausas = () =>
  useQuery({
    ...read<typeof pausasAnswer>([...pausasKey, 'equipe'], `${address}s`),
    select: ({ pausas }) => pausas,
    refetchInterval: lookAgain,
  })
