import { type RefObject, useLayoutEffect } from 'react'

/**
 * When a dialog closes, gives the focus back to the element that had it before, or to `opener`: the button of a menu,
 * for example, because the chosen menu item is gone. If that element is gone too, as with a call that was cancelled
 * meanwhile, the page has the focus. Mantine gives the focus back only for a dialog that is mounted before it opens and
 * stays mounted when it closes.
 */
export function useFocusReturns(opened: boolean, opener?: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    if (!opened) return
    const before = opener?.current ?? document.activeElement
    return () => {
      const left = document.activeElement
      setTimeout(() => {
        const now = document.activeElement
        // An element that has taken the focus meanwhile keeps it.
        if ((now !== document.body && now !== left) || !(before instanceof HTMLElement)) return
        before.focus({ preventScroll: true })
        if (!before.isConnected) document.getElementById('conteudo')?.focus({ preventScroll: true })
      })
    }
  }, [opened, opener])
}
