import { type RefObject, useEffect, useRef } from 'react'

/**
 * After the agent's own step took the pressed control away (`passo` changed since `took()`), the keyboard goes on at the
 * window's next control, marked `data-proximo-passo`. Never moves a focus that stands elsewhere meanwhile.
 */
export function useNextStepFocus(janela: RefObject<HTMLElement | null>, passo: string) {
  const takenAt = useRef<string | null>(null)
  useEffect(() => {
    if (takenAt.current === null || takenAt.current === passo) return
    takenAt.current = null
    const focused = document.activeElement
    const elsewhere = focused !== document.body && !janela.current?.contains(focused)
    if (!elsewhere) janela.current?.querySelector<HTMLElement>('[data-proximo-passo]')?.focus()
  }, [janela, passo])
  return () => {
    takenAt.current = passo
  }
}
