import { type RefObject, useLayoutEffect } from 'react'

/**
 * When a dialog closes, gives the focus back to the element that had it before, or to `opener`: the button of a menu,
 * for example, because the chosen menu item is gone. Mantine does this only for a dialog that is mounted before it
 * opens and stays mounted when it closes.
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
        if ((now === document.body || now === left) && before instanceof HTMLElement)
          before.focus({ preventScroll: true })
      })
    }
  }, [opened, opener])
}
