import { useQuery } from '@tanstack/react-query'
import { painel } from '../api/painel.ts'

export const abertosKey = ['atendimentos', 'aberto'] as const

/** The agent's own open tickets, newest first. */
export const useAtendimentosAbertos = () =>
  useQuery({
    queryKey: abertosKey,
    queryFn: ({ signal }) => painel.atendimentos('aberto', signal),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
