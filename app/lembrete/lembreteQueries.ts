import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type * as z from 'zod'
import type { Lembrete, lembretesAnswer, NewLembrete, newLembrete } from '#server/lembrete/wire'
import { createHearing } from '../ui/listeners.ts'
import { read } from '../ui/network/reads.ts'
import { post } from '../ui/network/request.ts'
import { useAtServerTime } from '../ui/network/serverClock.tsx'
import { wholeAnswer } from '../ui/network/wholeAnswer.ts'

const address = '/api/painel/lembretes'
const lembretesKey = ['lembretes']
const none: Lembrete[] = []

/** What a reminder is about, if anything. */
export type Assunto = Pick<NewLembrete, 'ligacao_id' | 'atendimento_id'>

/** A snapshot counts as a change, too: one may have been missed while there was no connection. */
export const mudancasLembretes = createHearing('lembretes:mudaram', 'ligacoes:abertas')

/** Fetches the reminders again when they change. Used once, by the component that is on every page. */
export function useLembretesAtuais(): void {
  const cache = useQueryClient()
  useEffect(() => mudancasLembretes.subscribe(() => void cache.invalidateQueries({ queryKey: lembretesKey })), [cache])
}

/** One's own open reminders, the next first. */
export const useLembretes = (): Lembrete[] =>
  useQuery({
    ...read<typeof lembretesAnswer>(lembretesKey, address),
    select: ({ lembretes }) => lembretes,
    staleTime: Number.POSITIVE_INFINITY,
  }).data ?? none

/** How many reminders are due; the due ones come first in the list. */
export const useVencidos = (lembretes: readonly Lembrete[]): number =>
  useAtServerTime((now) => lembretes.filter(({ quando }) => Date.parse(quando) <= now).length)

type Deed = { acao: 'anotar'; body: z.input<typeof newLembrete> } | { acao: 'feito' | 'adiar'; id: number }

export const useChangeLembretes = () =>
  useMutation({
    ...wholeAnswer(useQueryClient(), lembretesKey),
    mutationFn: (deed: Deed) =>
      deed.acao === 'anotar'
        ? post<typeof lembretesAnswer>(address, deed.body)
        : post<typeof lembretesAnswer>(`${address}/${deed.id}/${deed.acao}`, {}),
  })
