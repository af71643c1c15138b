'use client'
import { Button, Group, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useRef } from 'react'
import { FailureAlert } from '../../ui/feedback.tsx'
import { contagem } from '../../ui/format.ts'
import { fetchedLater } from '../../ui/parts/fetchedLater.tsx'
import { useMenuBotao } from '../../ui/parts/useMenuBotao.tsx'
import { Sub } from '../../ui/Sub.tsx'
import { useClientes, useTotalClientes } from '../clienteQueries.ts'
import { ClientesEspera } from './ClientesEspera.tsx'
import { ClientesFiltros } from './ClientesFiltros.tsx'
import { ClientesTabela } from './ClientesTabela.tsx'
import classes from './clientesLista.module.css'
import {
  type ChangeFiltros,
  countFiltros,
  type Filtros,
  semFiltros,
  unfiltered,
  useClientesFiltros,
} from './useClientesFiltros.ts'

const ExportLista = fetchedLater(() => import('./ExportLista.tsx').then((module) => module.ExportLista))

export function ClientesPagina() {
  const { filtros, change, typed, query, leave } = useClientesFiltros()
  const lista = useClientes(query)
  const total = useTotalClientes(query)
  // The list shows the whole answer to one question, until the next answer is complete.
  const here = lista.isSuccess && total.isSuccess && !lista.isPlaceholderData && !total.isPlaceholderData
  const answered = useRef({ query, total: 0, here: false })
  if (here) answered.current = { query, total: total.data, here }
  const error = lista.error ?? total.error
  return (
    <>
      <div className={classes.cabeca}>
        <Title order={1}>Clientes</Title>
        <Text role="status" c="dimmed" className="algarismos">
          {total.data === undefined ? '\u00a0' : contagem(total.data, 'cliente', 'clientes')}
        </Text>
        <ClientesFiltros
          filtros={filtros}
          change={change}
          searching={!here && !error}
          depois={<ExportMenu query={typed} />}
        />
      </div>
      {error ? (
        <FailureAlert
          error={error}
          onRetry={() => {
            if (lista.error) void lista.refetch()
            if (total.error) void total.refetch()
          }}
        />
      ) : !answered.current.here ? (
        <ClientesEspera />
      ) : answered.current.total === 0 ? (
        <Vazio filtros={filtros} change={change} />
      ) : (
        <ClientesTabela {...answered.current} busy={!here} leave={leave} />
      )}
    </>
  )
}

function Vazio({ filtros, change }: { filtros: Filtros; change: ChangeFiltros }) {
  if (unfiltered(filtros))
    return (
      <Text c="dimmed">
        Ainda não há clientes. Quem administra o servidor os importa com o comando “clientes import”.
      </Text>
    )
  const outros = countFiltros(filtros) > 0
  return (
    <Group gap="xs">
      <Text>Nenhum cliente com estes filtros.</Text>
      <Sub>
        {filtros.termo && outros
          ? 'Confira a grafia, ou procure em todos os clientes.'
          : filtros.termo
            ? 'Confira a grafia, ou tente o telefone, o CPF/CNPJ ou o login.'
            : 'Tire um filtro de cada vez, ou todos.'}
      </Sub>
      <Button
        size="sm"
        variant="default"
        onClick={() => {
          change({ ...semFiltros, ...(outros && { termo: filtros.termo }) })
          // The button disappears when the list comes, and the focus with it.
          document.getElementById('conteudo')?.focus({ preventScroll: true })
        }}
      >
        {filtros.termo && outros ? 'Tirar os outros filtros' : 'Limpar filtros'}
      </Button>
    </Group>
  )
}

/** The server streams the file and records the export. */
function ExportMenu({ query }: { query: string }) {
  const { asked, menu, button } = useMenuBotao(ExportLista.prepare)
  return (
    <>
      <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} {...button}>
        Exportar
      </Button>
      {asked && <ExportLista {...menu} query={query} />}
    </>
  )
}
