import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { Atualizada, AtualizadaAoLado } from './Atualizada.tsx'
import { partFetching, type Standing } from './partFetching.ts'

/** How long to wait until the page has finished loading and is not slowed down, in milliseconds. */
const rest = 2_500

interface Places {
  /** Shown until the part is there. */
  meanwhile?: ReactNode
  /** Shown when the server no longer has the part. */
  perdida?: ReactNode
}

/**
 * A part that the first view does not need. It is fetched by `prepare` or when first drawn, tried again when the
 * network fails, and drawn at once from then on. After an update the server may no longer have it: a notice says so in
 * its place, or beside its button.
 */
export function fetchedLater<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const { prepare, standing, subscribe } = partFetching(load)
  const none: Standing<ComponentType<Props>> = { part: null, lost: false }
  function Later(all: Props & Places) {
    const { part: Part, lost } = useSyncExternalStore(subscribe, standing, () => none)
    useEffect(prepare, [])
    if (Part) return <Part {...all} />
    const { meanwhile, perdida, ...props } = all
    if (!lost) return meanwhile
    return perdida ?? (meanwhile === undefined ? <AtualizadaAoLado {...props} /> : <Atualizada />)
  }
  return Object.assign(Later, { prepare })
}

export function useFetchedAtRest(prepare: () => void) {
  useEffect(() => {
    const idle = window.requestIdleCallback ?? ((act: () => void) => window.setTimeout(act))
    const timer = setTimeout(() => idle(prepare), rest)
    return () => clearTimeout(timer)
  }, [prepare])
}
