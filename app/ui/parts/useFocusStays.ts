import { type FocusEvent, useEffect, useRef } from 'react'

const focusableIn = (element: Element) =>
  element.isConnected
    ? [...element.querySelectorAll<HTMLElement>('a[href], button:enabled, input:enabled, [tabindex]')]
    : []

/**
 * Who works by keyboard goes on where they were: when what has the focus in the element goes, or can no longer be pressed,
 * the focus goes to what took its place in its row, else in the whole. Looks whenever the caller is drawn.
 */
export function useFocusStays<E extends HTMLElement>() {
  const ref = useRef<E>(null)
  const last = useRef<{ element: Element; places: { within: Element; at: number }[] }>(undefined)
  useEffect(() => {
    if (!last.current) return
    const { element, places } = last.current
    if (element.isConnected && !element.matches(':disabled')) return
    if (document.activeElement !== document.body && document.activeElement !== element) return
    const heirs = places.map(({ within, at }) =>
      focusableIn(within)
        .slice(0, at + 1)
        .at(-1),
    )
    heirs.find(Boolean)?.focus({ preventScroll: true })
  })
  const onFocus = ({ target, currentTarget }: FocusEvent<E>) => {
    const around = [target.closest('tr, li') ?? currentTarget, currentTarget]
    last.current = {
      element: target,
      places: around.map((within) => ({ within, at: focusableIn(within).indexOf(target) })),
    }
  }
  return { ref, onFocus }
}
