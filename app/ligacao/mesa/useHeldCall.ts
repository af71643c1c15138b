import { useState } from 'react'
import { usePointerOver } from '../../ui/parts/usePointerOver.ts'
import { useRecusaAfter } from '../../ui/parts/useRecusa.tsx'

/**
 * The call that a small place shows. It changes to `next` only while the pointer is elsewhere, so that no click hits the
 * wrong one.
 */
export function useHeldCall<E extends HTMLElement>(next: string | null) {
  const [id, setId] = useState(next)
  const { ref, over } = usePointerOver<E>()
  if (id !== next && (id === null || !over)) setId(next)
  const { guard, aviso } = useRecusaAfter(id ?? '')
  return { id, guarded: { ...guard, ref }, aviso }
}
