import { useQuery } from '@tanstack/react-query'
import { type Atendimento, atendimentosAnswer, conflitoAtendimento } from '#server/atendimento/wire'
import { ApiError, request } from '../ui/request.ts'

/** Whoever changes a ticket says so under this key. */
export const abertosKey = ['atendimentos', 'aberto'] as const

/** The agent's own open tickets, newest first. */
export const useAtendimentosAbertos = () =>
  useQuery({
    queryKey: abertosKey,
    queryFn: async ({ signal }) =>
      (await request(atendimentosAnswer, '/api/painel/atendimentos?estado=aberto', { signal })).atendimentos,
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

/** The ticket as it stands on the server, which the refusal of a stale save tells itself; null for any other error. */
export function currentAtendimento(error: unknown): Atendimento | null {
  const told = conflitoAtendimento.safeParse(error instanceof ApiError && error.status === 409 ? error.body : null)
  return told.success ? told.data.atendimento : null
}
