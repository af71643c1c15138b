import { useEffect } from 'react'
import { useLigacoes } from '../ligacoes/LigacoesContext.ts'

/**
 * Reports a window as shown once it is rendered, in a hidden tab too: it rang there and stands there when the agent looks.
 * What no screen reports within minutes counts as missed.
 */
export function useReportShown(id: string) {
  const { reportShown } = useLigacoes()
  useEffect(() => {
    reportShown(id)
  }, [id, reportShown])
}
