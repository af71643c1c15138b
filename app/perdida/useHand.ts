import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'

/**
 * Whether the hand is on what `ref` and the handlers are given to: the pointer over it or the focus in it. A finger cannot
 * be seen coming, so that on a touch screen it always is.
 */
export function useHand() {
  const ref = useRef<HTMLDivElement>(null)
  const [over, setOver] = useState(false)
  const [focused, setFocused] = useState(false)
  const touch = useMediaQuery('(pointer: coarse)', false)
  // Nobody is told when what had the focus is drawn no more.
  useEffect(() => setFocused(ref.current?.contains(document.activeElement) ?? false))
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
