import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { usePointerOver } from '../ui/parts/usePointerOver.ts'

/**
 * Whether the hand is on the element: the pointer over it, or the focus in it. On a touch screen always, because a
 * finger cannot be seen coming.
 */
export function useHand() {
  const { ref, over } = usePointerOver<HTMLDivElement>()
  const [focused, setFocused] = useState(false)
  const touch = useMediaQuery('(pointer: coarse)', false)
  // No blur event tells that a focused element was removed.
  useEffect(() => setFocused(ref.current?.contains(document.activeElement) ?? false))
  return {
    held: over || focused || touch,
    handlers: {
      ref,
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: React.FocusEvent) =>
        setFocused(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
    },
  }
}
