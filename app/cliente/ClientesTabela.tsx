import { Paper, Text } from '@mantine/core'
import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import Link from 'next/link'
import { type ReactNode, type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ClienteListado } from '#server/cliente/wire/browse'
import { Carregando, FailureAlert } from '../ui/feedback.tsx'
import { dia } from '../ui/format.ts'
import type { useClientes } from './clienteQueries.ts'
import classes from './clientes.module.css'
import { StatusServico } from './StatusServico.tsx'

interface Props {
  lista: ReturnType<typeof useClientes>
  clientes: ClienteListado[]
  total: number | undefined
  query: string
  /** Told when a customer is opened from here. */
  leave: () => void
}

const rowHeight = 66
/** Rows ahead of the last one in sight at which the next page is asked for. */
const ahead = 25

/** Heights of the rows as they were measured: who comes back must find the list as long as it was left. */
let measured: { query: string; items: VirtualItem[] } | null = null

/** Only the rows in sight are in the page, however many there are; the next page comes before the end is reached. */
export function ClientesTabela({ lista, clientes, total, query, leave }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => {
    const measure = () => setScrollMargin((box.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  const rows = useWindowVirtualizer({
    count: clientes.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => clientes[index]?.id_cliente ?? index,
    overscan: 12,
    scrollMargin,
    initialMeasurementsCache: measured?.query === query ? measured.items : [],
  })
  const left = useRef({ query, rows })
  left.current = { query, rows }
  useEffect(
    () => () => {
      measured = { query: left.current.query, items: left.current.rows.measurementsCache }
    },
    [],
  )
  const shown = rows.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = lista
  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError && last >= clientes.length - ahead) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, last, clientes.length])

  if (lista.isSuccess && clientes.length === 0)
    return (
      <Paper withBorder p="xl" ta="center">
        Nenhum cliente com estes filtros.
      </Paper>
    )
  return (
    <Paper withBorder className={classes.lista}>
      {/* biome-ignore lint/a11y/useSemanticElements: only the rows in sight exist, each placed by itself */}
      <div role="table" aria-label="Clientes" aria-rowcount={(total ?? -2) + 1} aria-busy={isFetching}>
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div role="rowgroup" className={classes.cabecalho}>
          {/* biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as above */}
          <div role="row" className={classes.linha} aria-rowindex={1}>
            {['Cliente', 'Documento', 'Contato', 'Serviços', 'Datas'].map((nome) => (
              // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: as above
              <div key={nome} role="columnheader">
                {nome}
              </div>
            ))}
          </div>
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: as above */}
        <div role="rowgroup" ref={box} className={classes.linhas} style={{ height: rows.getTotalSize() }}>
          {shown.map((item) => {
            const cliente = clientes[item.index]
            return (
              cliente && (
                <Linha
                  key={item.key}
                  ref={rows.measureElement}
                  index={item.index}
                  top={item.start - scrollMargin}
                  cliente={cliente}
                  leave={leave}
                />
              )
            )
          })}
        </div>
      </div>
      {isFetchNextPageError ? (
        <FailureAlert error={lista.error} onRetry={() => void fetchNextPage()} />
      ) : hasNextPage || lista.isPending ? (
        <Carregando texto="Carregando clientes" />
      ) : (
        <Text size="sm" c="dimmed" ta="center" p="xs">
          Fim da lista
        </Text>
      )}
    </Paper>
  )
}

interface LinhaProps {
  ref: Ref<HTMLDivElement>
  index: number
  top: number
  cliente: ClienteListado
  leave: () => void
}

/** One customer; the whole row leads to the customer's page. */
function Linha({ ref, index, top, cliente, leave }: LinhaProps) {
  const [servico, ...more] = cliente.servicos
  const fantasia = cliente.nome_fantasia !== cliente.nome_razaosocial ? cliente.nome_fantasia : null
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/useFocusableInteractive: a row of a table whose other rows do not exist
    <div
      role="row"
      ref={ref}
      data-index={index}
      aria-rowindex={index + 2}
      className={classes.linha}
      style={{ transform: `translateY(${top}px)` }}
    >
      <Cell>
        <Link href={`/clientes/${cliente.id_cliente}`} prefetch={false} className={classes.nome} onClick={leave}>
          {cliente.nome_razaosocial}
        </Link>
        <Sub>{[`código ${cliente.codigo_cliente}`, fantasia].filter(Boolean).join(' · ')}</Sub>
      </Cell>
      <Cell>
        <Text size="sm" className="algarismos" span>
          {cliente.cpf_cnpj_mascarado || 'Sem documento'}
        </Text>
      </Cell>
      <Cell>
        <Text size="sm" className="algarismos" span>
          {cliente.telefone_formatado ?? 'Sem telefone'}
        </Text>
        <Sub>{cliente.cidade}</Sub>
      </Cell>
      <Cell>
        {servico ? (
          <>
            <Text size="sm" truncate>
              {servico.nome}
              {more.length > 0 && ` (+${more.length})`}
            </Text>
            <StatusServico servico={servico} size="sm" />
          </>
        ) : (
          <Sub>Sem serviços</Sub>
        )}
      </Cell>
      <Cell>
        <Text size="sm" className="algarismos" span>
          desde {dia(cliente.data_cadastro)}
        </Text>
        {cliente.data_fechamento && <Sub>fechado em {dia(cliente.data_fechamento)}</Sub>}
      </Cell>
    </div>
  )
}

const Cell = ({ children }: { children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: a cell of such a row
  <div role="cell" className={classes.celula}>
    {children}
  </div>
)

const Sub = ({ children }: { children: ReactNode }) => (
  <Text size="sm" c="dimmed" truncate className="algarismos">
    {children}
  </Text>
)
