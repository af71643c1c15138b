'use client'
import { Button, Group, Menu, Stack, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { SoPara } from '../acesso/SoPara.tsx'
import { FailureAlert } from '../ui/feedback.tsx'
import { contagem } from '../ui/format.ts'
import { ClientesFiltros } from './ClientesFiltros.tsx'
import { ClientesTabela } from './ClientesTabela.tsx'
import { exportHref, useClientes, useTotalClientes } from './clienteQueries.ts'
import { useClientesFiltros } from './useClientesFiltros.ts'

/** All customers, for supervisors: searched, filtered, sorted, and taken along. */
export function ClientesPagina() {
  return (
    <SoPara quem="supervisao">
      <Clientes />
    </SoPara>
  )
}

function Clientes() {
  const { filtros, change, query, leave } = useClientesFiltros()
  const lista = useClientes(query)
  const total = useTotalClientes(query)
  const clientes = lista.data?.pages.flatMap((page) => page.clientes) ?? []
  return (
    <Stack gap="sm" maw={1400} mx="auto">
      <Group justify="space-between" gap="xs">
        <Group gap="sm" align="baseline">
          <Title order={1} size="h2">
            Clientes
          </Title>
          <Text role="status" c="dimmed" className="algarismos">
            {total.data === undefined ? ' ' : contagem(total.data, 'cliente', 'clientes')}
          </Text>
        </Group>
        <ExportarMenu query={query} />
      </Group>
      <ClientesFiltros filtros={filtros} change={change} searching={lista.isFetching && !lista.isFetchingNextPage} />
      {lista.error && clientes.length === 0 ? (
        <FailureAlert error={lista.error} onRetry={() => void lista.refetch()} />
      ) : (
        <ClientesTabela lista={lista} clientes={clientes} total={total.data} query={query} leave={leave} />
      )}
    </Stack>
  )
}

/** A file of what is filtered, in its order. The server streams it and puts it on record. */
function ExportarMenu({ query }: { query: string }) {
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
          Exportar
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={exportHref(query, 'csv')} download>
          Planilha (CSV): só os clientes
        </Menu.Item>
        <Menu.Item component="a" href={exportHref(query, 'json')} download>
          JSON: clientes e serviços, sem senhas
        </Menu.Item>
        <Menu.Label>A exportação fica registrada</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  )
}
