import { useEffect } from 'react'
import { useLigacoes } from '../ligacoes/LigacoesContext.ts'

/** Asks for the open tickets again whenever a window came, went or got its ticket, and when the connection is back. */
export function useRefreshAbertos(refetch: () => unknown) {
  const { abertas, conexao } = useLigacoes()
  const windows = abertas.map(({ id, atendimento }) => `${id}:${atendimento?.id}:${atendimento?.estado}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the windows are not read, their change is what matters
  useEffect(() => {
    if (conexao === 'ativa') refetch()
  }, [windows, conexao, refetch])
}
