import { Button } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from '../chamada/chamada.module.css'
import { useFila } from '../fila/useMesa.ts'

/** How many slots of the queue are below the edge of the screen. Nothing gives way to it: it stands above what is there. */
export function Abaixo() {
  const { slots } = useFila()
  const [abaixo, setAbaixo] = useState<Element[]>([])
  const root = useRef<HTMLDivElement>(null)
  // What stands where is known after the drawing.
  useEffect(() => {
    const desk = root.current?.closest('[data-mesa]')
    if (!desk || slots.length === 0) return setAbaixo([])
    const seen = new IntersectionObserver((entries) => {
      setAbaixo((before) => {
        const gone = new Set(entries.map(({ target }) => target))
        const below = entries.filter(({ isIntersecting, boundingClientRect: { top }, rootBounds }) => {
          return !isIntersecting && top > (rootBounds?.top ?? 0)
        })
        return [...before.filter((each) => !gone.has(each) && each.isConnected), ...below.map(({ target }) => target)]
      })
    })
    for (const each of desk.querySelectorAll('[data-zona="fila"]:is([data-ligacao], [data-marca])')) seen.observe(each)
    return () => seen.disconnect()
  }, [slots])
  const total = abaixo.length
  return (
    <div ref={root} className={classes.abaixo} aria-live="polite">
      {total > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          fullWidth
          leftSection={<IconArrowDown size={16} aria-hidden />}
          onClick={() => abaixo[0]?.scrollIntoView({ block: 'center' })}
        >
          {total === 1 ? 'Mais 1 chamada abaixo' : `Mais ${total} chamadas abaixo`}
        </Button>
      )}
    </div>
  )
}
