import { type ComponentType, type ReactNode, useEffect, useSyncExternalStore } from 'react'

const betweenTries = 1_000
/** The page has come to rest by then: what is fetched ahead takes nothing from what it was opened for. */
const rest = 2_500

/**
 * A part that a page's first view does without. It is fetched when `prepare` is called or when it is first drawn, tried
 * again where the network fails, and drawn at once ever after; `meanwhile` stands in its place until it is there.
 */
export function fetchedLater<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let part: ComponentType<Props> | null = null
  let loading = false
  const listeners = new Set<() => void>()
  const prepare = () => {
    if (part || loading) return
    loading = true
    load().then(
      (loaded) => {
        part = loaded
        for (const listener of [...listeners]) listener()
      },
      () =>
        setTimeout(() => {
          loading = false
          if (listeners.size > 0) prepare()
        }, betweenTries),
    )
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  function Later({ meanwhile, ...props }: Props & { meanwhile?: ReactNode }) {
    const Part = useSyncExternalStore(
      subscribe,
      () => part,
      () => null,
    )
    useEffect(prepare, [])
    return Part ? <Part {...(props as unknown as Props)} /> : meanwhile
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
