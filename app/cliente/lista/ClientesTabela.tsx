import { Paper, Text } from '@mantine/core'
import { useMediaQuery, useThrottledValue } from '@mantine/hooks'
import { useRouter } from 'next/navigation'
import { type MouseEvent, startTransition, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { QueryFailure } from '../../ui/feedback.tsx'
import { useRecusaAfter } from '../../ui/parts/useRecusa.tsx'
import { Sub } from '../../ui/Sub.tsx'
import { isPagina, type Pagina, paginaDe, useClientesPages } from '../clienteQueries.ts'
import { ClientesBloco } from './ClientesBloco.tsx'
import classes from './clientesLista.module.css'

interface Props {
  /** `query`: the filters as the server got them. `total`: how many customers match. */
  query: string
  total: number
  busy: boolean
  /** Called when a customer is opened from here. */
  leave: () => void
}

/** Heights of a row in rem, as in clientesLista.module.css. */
const [wideRow, narrowRow, phoneRow] = [4.125, 9.25, 10.75]
const colunas = ['Cliente', 'Documento', 'Contato', 'Serviços', 'Datas']
/** How many rows are drawn and removed together: scrolling within a block re-renders nothing. */
const porBloco = 5
/** Blocks drawn above and below those in sight. */
const margem = 2
/** Rows fetched beyond the drawn ones: so few that a window of 1,080 pixels needs only one page at first. */
const ahead = 5
/** How often the wanted pages change at most, in milliseconds: dragging the scroll bar passes thousands of them. */
const look = 120

/**
 * As tall as the whole list from the first moment. Only the rows in sight exist, and their data is fetched when they
 * come into sight.
 */
export function ClientesTabela({ query, total, busy, leave }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const { top, header } = usePlaceOf(box)
  const narrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const phone = useMediaQuery('(max-width: 30em)', false, { getInitialValueInEffect: false })
  const height = useRem() * (phone ? phoneRow : narrow ? narrowRow : wideRow)
  const blocos = useBlocos(top, height * porBloco, Math.ceil(total / porBloco))
  const first = (blocos[0] ?? 0) * porBloco
  const pages = useClientesPages(query, usePaginas(first, first + blocos.length * porBloco, total), total)
  const open = useOpen(leave)
  const { guard, aviso } = useRecusaAfter(`?${query}`, () => document.activeElement)
  return (
    <Paper {...guard} withBorder className={classes.lista}>
      {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useKeyWithClickEvents: only the rows in sight exist, each placed by itself; the keyboard presses their links */}
      <div
        role="table"
        aria-label="Clientes"
        aria-rowcount={total + 1}
        aria-busy={busy || pages.fetching}
        onClick={open}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div role="rowgroup" className={classes.cabecalho} style={{ top: header }}>
          {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as above */}
          <div role="row" className={classes.colunas} aria-rowindex={1}>
            {colunas.map((nome) => (
              // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as above
              <div key={nome} role="columnheader">
                {nome}
              </div>
            ))}
          </div>
        </div>
        <div ref={box} className={classes.linhas} style={{ '--altura': `${total * height}px` }}>
          {blocos.map((bloco) => (
            <ClientesBloco
              key={bloco % blocos.length}
              first={bloco * porBloco}
              top={bloco * porBloco * height}
              clientes={pages.clientesAt(bloco * porBloco, Math.min(total, (bloco + 1) * porBloco))}
            />
          ))}
        </div>
      </div>
      <QueryFailure query={pages} />
      <Sub ta="center" p="xs" className={classes.fim}>
        Fim da lista
      </Sub>
      <Text size="sm" p="xs" className={classes.papel}>
        Estão aqui só as linhas que a tela tinha. “Exportar” traz a lista inteira.
      </Text>
      {aviso}
    </Paper>
  )
}

/**
 * The blocks in sight and those around them. Their number is constant while the window keeps its height, so a block
 * that scrolls out is reused for the one that comes in. Drawn with low priority.
 */
function useBlocos(top: number, height: number, count: number): number[] {
  const [span, setSpan] = useState({ first: 0, length: 2 * margem + 1 })
  const latest = useRef(span)
  useEffect(() => {
    const see = () => {
      const above = Math.max(0, window.scrollY - top)
      const first = Math.max(0, Math.floor(above / height) - margem)
      const length = Math.ceil(window.innerHeight / height) + 1 + 2 * margem
      if (latest.current.first === first && latest.current.length === length) return
      latest.current = { first, length }
      startTransition(() => setSpan({ first, length }))
    }
    see()
    const watching = new AbortController()
    const { signal } = watching
    window.addEventListener('scroll', see, { passive: true, signal })
    window.addEventListener('resize', see, { signal })
    return () => watching.abort()
  }, [top, height])
  const length = Math.min(span.length, count)
  // The list may have become shorter than the scroll position.
  const first = Math.min(span.first, count - length)
  return Array.from({ length }, (_, at) => first + at)
}

/** A plain click opens the customer within the app; every other click is the browser's. */
function useOpen(leave: () => void) {
  const router = useRouter()
  return (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    leave()
    router.push(link.pathname)
  }
}

/** The pages of these rows and of those around them. */
function usePaginas(first: number, end: number, total: number): Pagina[] {
  const wanted = new Set<Pagina>()
  for (let index = Math.max(0, first - ahead); index < Math.min(total, end + ahead); index++)
    wanted.add(paginaDe(index, total))
  const now = [...wanted].join(' ')
  return useThrottledValue(now, look).split(' ').filter(isPagina)
}

/** Where the rows begin in the document, and how tall the desk's own header is, in pixels. */
function usePlaceOf(box: { current: HTMLElement | null }) {
  const [place, setPlace] = useState({ top: 0, header: 0 })
  useLayoutEffect(() => {
    const measure = () => {
      const top = Math.round((box.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
      const header = document.querySelector<HTMLElement>('body header')?.offsetHeight ?? 0
      setPlace((before) => (before.top === top && before.header === header ? before : { top, header }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [box])
  return place
}

/** The size of a rem in pixels: readers choose their own font size. */
function useRem(): number {
  const [rem, setRem] = useState(16)
  useLayoutEffect(() => setRem(Number.parseFloat(getComputedStyle(document.documentElement).fontSize)), [])
  return rem
}
