import { useEffect, useRef, useState } from 'react'

/**
 * Whether the pointer is over the element that gets `ref`. By the document's own events: React tells no enter or leave
 * when the element under the pointer was removed just before, such as a pressed button.
 */
export function usePointerOver<E extends HTMLElement>() {
  const ref = useRef<E>(null)
  const [over, setOver] = useState(false)
  useEffect(() => {
    // The element may stand in a window of its own.
    const page = ref.current?.ownerDocument ?? document
    const look = (event: Event) => setOver(ref.current !== null && event.composedPath().includes(ref.current))
    // Out of the window, or a finger that was lifted.
    const leave = ({ relatedTarget }: PointerEvent) => relatedTarget === null && setOver(false)
    page.addEventListener('pointerover', look)
    page.addEventListener('pointerout', leave)
    return () => {
      page.removeEventListener('pointerover', look)
      page.removeEventListener('pointerout', leave)
    }
  }, [])
  return { ref, over }
}
