import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

/**
 * Whether the hand is on the element: the pointer over it, or the focus in it. On a touch screen always, because a
 * finger cannot be seen coming.
 */
export function useHand() {
  const ref = useRef<HTMLDivElement>(null)
  const [over, setOver] = useState(false)
  const [focused, setFocused] = useState(false)
  const touch = useMediaQuery('(pointer: coarse)', false)
  // No blur event tells that a focused element was removed.
  useEffect(() => setFocused(ref.current?.contains(document.activeElement) ?? false))
  // React hears of no leave when the element under the pointer was removed just before, such as a pressed button.
  useEffect(() => {
    if (!over) return
    const look = ({ target }: Event) => setOver(target instanceof Node && ref.current?.contains(target) === true)
    document.addEventListener('pointerover', look)
    return () => document.removeEventListener('pointerover', look)
  }, [over])
  return {
    held: over || focused || touch,
    handlers: {
      ref,
      onPointerEnter: () => setOver(true),
      onPointerLeave: () => setOver(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: React.FocusEvent) =>
        setFocused(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
    },
  }
}
