import { useQuery } from '@tanstack/react-query'
import type { contextoAnswer } from '#server/contexto/wire'
import { read } from '../ui/network/reads.ts'

/** The context of a call, fetched anew for another customer. */
export function useContexto(idLigacao: string, id_cliente: number | null) {
  const { data, error, refetch } = useQuery({
    ...read<typeof contextoAnswer>(
      ['ligacoes', 'contexto', idLigacao, id_cliente],
      `/api/painel/ligacoes/${idLigacao}/contexto`,
    ),
    select: ({ contexto }) => contexto,
    staleTime: 60_000,
    // A colleague may open a ticket of the same customer during the conversation.
    refetchInterval: ({ state }) => (state.error ? 15_000 : 30_000),
  })
  return { contexto: data, failed: error !== null && data === undefined, retry: () => void refetch() }
}

export type ContextoLido = ReturnType<typeof useContexto>
