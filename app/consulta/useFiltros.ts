import { useSearchParams } from 'next/navigation'
import { useMemo } from 'react'
import { type Filtros, readFiltros, writeFiltros } from './filtros.ts'

/** The filters live in the address: it can be passed on, reloaded and come back to. */
export function useFiltros() {
  const params = useSearchParams()
  const filtros = useMemo(() => readFiltros(params), [params])
  const change = (changes: Partial<Filtros>) => {
    const query = writeFiltros({ ...readFiltros(new URLSearchParams(window.location.search)), ...changes })
    window.history.replaceState(null, '', query ? `?${query}` : window.location.pathname)
  }
  return { filtros, change }
}
