import { useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { type Filtros, readFiltros, writeFiltros } from './filtros.ts'

const inTheAddress = () => readFiltros(new URLSearchParams(window.location.search))

/**
 * The filters live in the address: it can be passed on, reloaded and come back to. Next tells of a changed address when
 * it has time; the controls show at once what was just chosen.
 */
export function useFiltros() {
  const params = useSearchParams()
  const [filtros, setFiltros] = useState(() => readFiltros(params))
  // The address may have moved on since Next took note: what stands there now counts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `params` says that the address changed.
  useEffect(() => setFiltros(inTheAddress()), [params])
  const change = (changes: Partial<Filtros>) => {
    const next = { ...inTheAddress(), ...changes }
    const query = writeFiltros(next)
    window.history.replaceState(null, '', query ? `?${query}` : window.location.pathname)
    setFiltros(next)
  }
  return { filtros, change }
}
