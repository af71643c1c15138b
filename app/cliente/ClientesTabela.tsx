import { Paper, Text } from '@mantine/core'
import { useMediaQuery, useThrottledValue } from '@mantine/hooks'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useRef, useState } from 'react'
import { FailureAlert } from '../ui/feedback.tsx'
import { ClienteLinha } from './ClienteLinha.tsx'
import { type Pagina, paginaDe, useClientesPages } from './clienteQueries.ts'
import classes from './clientes.module.css'

interface Props {
  /** The filters as the server was asked, and how many customers they leave. */
  query: string
  total: number
  busy: boolean
  /** Told when a customer is opened from here. */
  leave: () => void
}

/** Heights of a row in rem, as clientes.module.css draws them. */
const [wideRow, narrowRow] = [4.125, 9.25]
const colunas = ['Cliente', 'Documento', 'Contato', 'Serviços', 'Datas']
/** Rows beyond those in sight that are asked for. */
const ahead = 25
/** Between two looks at which pages are wanted, in milliseconds: who drags the bar passes thousands. */
const look = 120

/**
 * As long as the whole list is, from the first moment: only the rows in sight are in the page, and what stands there is
 * asked for when it comes into sight.
 */
export function ClientesTabela({ query, total, busy, leave }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const { top, header } = usePlaceOf(box)
  const narrow = useMediaQuery('(max-width: 62em)', false, { getInitialValueInEffect: false })
  const rowHeight = useRem() * (narrow ? narrowRow : wideRow)
  const rows = useWindowVirtualizer({
    count: total,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollMargin: top,
    useFlushSync: false,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heights are looked at anew when a row's own has changed
  useLayoutEffect(() => rows.measure(), [rowHeight])
  const shown = rows.getVirtualItems()
  const paginas = usePaginas(shown[0]?.index ?? 0, shown.at(-1)?.index ?? 0, total)
  const pages = useClientesPages(query, paginas, total)
  return (
    <Paper withBorder className={classes.lista}>
      {/* biome-ignore lint/a11y/useSemanticElements: only the rows in sight exist, each placed by itself */}
      <div role="table" aria-label="Clientes" aria-rowcount={total + 1} aria-busy={busy || pages.fetching}>
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
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div role="rowgroup" ref={box} className={classes.linhas} style={{ height: rows.getTotalSize() }}>
          {shown.map(({ index, start }) => (
            <ClienteLinha key={index} index={index} top={start - top} cliente={pages.clienteAt(index)} leave={leave} />
          ))}
        </div>
      </div>
      {pages.error && <FailureAlert error={pages.error} onRetry={() => void pages.retry()} />}
      <Text size="sm" c="dimmed" ta="center" p="xs">
        Fim da lista
      </Text>
    </Paper>
  )
}

/** The pages on which these rows stand and those around them, looked at now and then while somebody scrolls. */
function usePaginas(first: number, last: number, total: number): Pagina[] {
  const wanted = new Set<Pagina>()
  for (let index = Math.max(0, first - ahead); index < Math.min(total, last + ahead); index++)
    wanted.add(paginaDe(index, total))
  const now = [...wanted].join(' ')
  return useThrottledValue(now, look).split(' ').filter(Boolean) as Pagina[]
}

/** Where the rows begin in the document, and how much of the window the desk's own header covers, in pixels. */
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

/** Pixels of a rem: readers choose their own size of letters. */
function useRem(): number {
  const [rem, setRem] = useState(16)
  useLayoutEffect(() => setRem(Number.parseFloat(getComputedStyle(document.documentElement).fontSize)), [])
  return rem
}
