import { useLayoutEffect, useRef, useState } from 'react'
import { guardado } from '../ui/parts/guardado.ts'
import { useUsuario } from './Usuario.tsx'

/** Whether two drafts are of the same words; both have their fields in the same order. */
export const sameWords = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)

/**
 * What a user types into a form, beside the `base` that was saved when they began; what others save meanwhile changes
 * neither. While `typed` is not what `typedOf` makes of the base, both wait in this tab, under the form's name and `de`
 * (`guardado`), and stand in the form when it is drawn again. A kept base must have the shape of `likeBase`.
 */
export function useRascunho<Base, Typed extends object>(
  form: string,
  saved: Base,
  typedOf: (base: Base) => Typed,
  de?: number,
  likeBase: Base = saved,
) {
  const { id } = useUsuario()
  const [store] = useState(() => guardado(id, form, { base: likeBase, typed: typedOf(saved) }, de))
  const [left] = useState(() => {
    const kept = store.read()
    return kept && !sameWords(kept.typed, typedOf(saved)) ? kept : null
  })
  const [{ base, typed }, setNow] = useState({ base: saved, typed: typedOf(saved) })
  const latest = useRef({ base, typed })
  const keep = (typed: Typed, base = latest.current.base) => {
    latest.current = { base, typed }
    setNow(latest.current)
    if (sameWords(typed, typedOf(base))) store.forget()
    else store.write(latest.current)
  }
  // In an effect, because the server may have drawn the form without the words that were left.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the form opens
  useLayoutEffect(() => {
    if (left) keep(left.typed, left.base)
  }, [])
  return {
    base,
    typed,
    /** What was left in this tab as the form opened. */
    left,
    /** Whether there is anything to save. */
    changed: !sameWords(typed, typedOf(base)),
    keep,
    type: (change: Partial<Typed>) => keep({ ...latest.current.typed, ...change }),
    /** The words at this moment: when a request's answer comes, the user may have typed more than was sent. */
    latest: () => latest.current.typed,
    isStill: (sent: Typed) => sameWords(latest.current.typed, sent),
    store,
  }
}
