import { type RefObject, useLayoutEffect } from 'react'

/**
 * Gives the focus back to what had it when the dialog opened, or to its `opener`, such as a menu's button, whose item has
 * gone. The library notes who opened a dialog only where that is mounted before it opens, and stays when it closes.
 */
export function useFocusReturns(opened: boolean, opener?: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => {
    if (!opened) return
    const before = opener?.current ?? document.activeElement
    return () => {
      const left = document.activeElement
      setTimeout(() => {
        const now = document.activeElement
        // What has taken the focus meanwhile keeps it.
        if ((now === document.body || now === left) && before instanceof HTMLElement)
          before.focus({ preventScroll: true })
      })
    }
  }, [opened, opener])
}
