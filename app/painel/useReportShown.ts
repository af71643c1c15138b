import { useEffect } from 'react'
import { useLigacoes } from '../ligacoes/LigacoesContext.ts'

/** Reports a window as shown once it is rendered in a visible page: a hidden tab has shown nobody anything. */
export function useReportShown(id: string) {
  const { reportShown } = useLigacoes()
  useEffect(() => {
    const report = () => {
      if (document.visibilityState === 'visible') reportShown(id)
    }
    const frame = requestAnimationFrame(report)
    document.addEventListener('visibilitychange', report)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('visibilitychange', report)
    }
  }, [id, reportShown])
}
