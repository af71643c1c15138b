import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react'
import { Atualizada, AtualizadaAoLado } from './Atualizada.tsx'
import { partFetching, type Standing } from './partFetching.ts'

/** The page has come to rest by then: what is fetched ahead takes nothing from what it was opened for. */
const rest = 2_500

interface Places {
  /** Stands in the part's place until it is there. */
  meanwhile?: ReactNode
  /** Stands there when the server has no such part any more. */
  perdida?: ReactNode
}

/**
 * A part that a page's first view does without. It is fetched when `prepare` is called or when it is first drawn, tried
 * again where the network fails, and drawn at once ever after. A desk that was brought up to date has it no more: that is
 * said in its place, or beside its button where it is none of the page's flow.
 */
export function fetchedLater<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const { prepare, standing, subscribe } = partFetching(load)
  const none: Standing<ComponentType<Props>> = { part: null, lost: false }
  function Later({ meanwhile, perdida, ...props }: Props & Places) {
    const { part: Part, lost } = useSyncExternalStore(subscribe, standing, () => none)
    useEffect(prepare, [])
    if (Part) return <Part {...(props as unknown as Props)} />
    if (!lost) return meanwhile
    return perdida ?? (meanwhile === undefined ? <AtualizadaAoLado {...props} /> : <Atualizada />)
  }
  return Object.assign(Later, { prepare })
}

/** Fetches the parts one after the other once the page is at rest: nobody waits for them when they are asked for. */
export function useFetchedAtRest(...prepares: (() => void)[]) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: which parts a page has never changes
  useEffect(() => {
    const idle = window.requestIdleCallback ?? ((act: () => void) => window.setTimeout(act))
    const timer = setTimeout(() => {
      for (const prepare of prepares) idle(prepare)
    }, rest)
    return () => clearTimeout(timer)
  }, [])
}
