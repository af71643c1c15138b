import { Button } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from '../chamada/chamada.module.css'
import { useFila } from '../fila/useMesa.ts'

/** The height of this notice plus the gap below the foot, in pixels. */
const margin = 44

/** The slots of the queue whose call is not over. */
const vivas = '[data-zona="fila"]:is([data-ligacao]:not([data-fase="fantasma"]), [data-marca]:not([data-over]))'

/**
 * How many calls of the queue are below the edge of the screen, or behind the open tickets at its foot. It overlays the
 * page, so nothing moves for it.
 */
export function Abaixo() {
  const { slots } = useFila()
  const [abaixo, setAbaixo] = useState<Element[]>([])
  const root = useRef<HTMLDivElement>(null)
  // Positions are known only after the render.
  useEffect(() => {
    const pe = root.current?.parentElement
    const desk = pe?.parentElement
    if (!pe || !desk || slots.length === 0) return setAbaixo([])
    const note = (entries: IntersectionObserverEntry[]) =>
      setAbaixo((before) => {
        const gone = new Set(entries.map(({ target }) => target))
        const below = entries.filter(({ intersectionRatio, boundingClientRect: { top }, rootBounds }) => {
          return intersectionRatio < 0.5 && top > (rootBounds?.top ?? 0)
        })
        const still = before.filter((each) => !gone.has(each) && each.isConnected && each.matches(vivas))
        return [...still, ...below.map(({ target }) => target)]
      })
    let seen: IntersectionObserver | undefined
    const watch = () => {
      seen?.disconnect()
      note([])
      seen = new IntersectionObserver(note, { threshold: 0.5, rootMargin: `0px 0px -${pe.offsetHeight + margin}px` })
      for (const each of desk.querySelectorAll(vivas)) seen.observe(each)
    }
    const grown = new ResizeObserver(watch)
    grown.observe(pe)
    // The windows may be drawn after their slots are known.
    grown.observe(desk)
    return () => {
      grown.disconnect()
      seen?.disconnect()
    }
  }, [slots])
  const total = abaixo.length
  const show = () => {
    const [first] = abaixo
    first?.scrollIntoView({ block: 'start' })
    // This button may go. The slot of the active call takes no focus.
    const call = first?.matches('[data-marca]') ? document.querySelector('[data-ativa]') : first
    if (call instanceof HTMLElement) call.focus({ preventScroll: true })
  }
  return (
    <div ref={root} className={classes.abaixo} aria-live="polite">
      {total > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          fullWidth
          leftSection={<IconArrowDown size={16} aria-hidden />}
          onClick={show}
        >
          {total === 1 ? 'Mais 1 chamada abaixo' : `Mais ${total} chamadas abaixo`}
        </Button>
      )}
    </div>
  )
}
