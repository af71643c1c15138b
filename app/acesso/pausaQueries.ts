import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { MotivoPausa, pausaAnswer, pausasAnswer } from '#server/acesso/wire'
import { request } from '../ui/request.ts'

const address = '/api/painel/pausa'
const pausasKey = ['pausas']
const ownKey = [...pausasKey, 'minha']

/** What the agent reads of a reason, in the order of the menu. */
export const motivos: Record<MotivoPausa, string> = {
  banheiro: 'Banheiro',
  almoco: 'Almoço',
  reuniao: 'Reunião',
  treinamento: 'Treinamento',
  outro: 'Outro motivo',
}

const listeners = new Set<() => void>()
/** A connection that was away may have missed what was told. */
const telling = new Set(['pausas:mudaram', 'ligacoes:abertas'])

/** Hears everything that the desk's socket says. */
export function hearOfPausas(event: string): void {
  if (telling.has(event)) for (const listener of listeners) listener()
}

/** The user's own pause, asked for anew when the socket says that it is another; null: none, or not known yet. */
export function usePausa() {
  const cache = useQueryClient()
  useEffect(() => {
    const ask = () => void cache.invalidateQueries({ queryKey: pausasKey })
    listeners.add(ask)
    return () => void listeners.delete(ask)
  }, [cache])
  const { data } = useQuery({
    queryKey: ownKey,
    queryFn: async ({ signal }) => (await request<typeof pausaAnswer>(address, { signal })).pausa,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? null
}

/** Begins a pause for that reason, or ends the one she is in: null. */
export function useChangePausa() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: async (motivo: MotivoPausa | null) =>
      (
        await request<typeof pausaAnswer>(motivo ? address : `${address}/encerrar`, {
          method: 'POST',
          body: motivo ? { motivo } : {},
        })
      ).pausa,
    onSuccess: async (pausa) => {
      // An answer on its way may be from before.
      await cache.cancelQueries({ queryKey: ownKey })
      cache.setQueryData(ownKey, pausa)
    },
  })
}

/** Who is in a pause ends it by leaving, too, of which nobody is told by whom; so often it is looked up again. */
const lookAgain = 30_000

/** Everybody who is in a pause, for supervisors. */
export const usePausas = () =>
  useQuery({
    queryKey: [...pausasKey, 'equipe'],
    queryFn: async ({ signal }) => (await request<typeof pausasAnswer>(`${address}s`, { signal })).pausas,
    refetchInterval: lookAgain,
  })
