import { useCallback, useEffect, useState } from 'react'
import { avisosDe } from './avisosDe.ts'
import type { Aviso } from './LigacoesContext.ts'
import type { LigacoesStore } from './store.ts'

const kept = 5

/** The last few notices about windows that went away. */
export function useAvisos(store: LigacoesStore) {
  const [avisos, setAvisos] = useState<Aviso[]>([])
  useEffect(() => {
    let before = store.state()
    return store.subscribe(() => {
      const fresh = avisosDe(before, store.state())
      before = store.state()
      if (fresh.length === 0) return
      const ids = new Set(fresh.map((aviso) => aviso.id))
      setAvisos((old) => [...fresh, ...old.filter((aviso) => !ids.has(aviso.id))].slice(0, kept))
    })
  }, [store])
  const dismissAviso = useCallback((id: string) => setAvisos((old) => old.filter((aviso) => aviso.id !== id)), [])
  return { avisos, dismissAviso }
}
