'use client'
import { Group, Stack, Text, Title } from '@mantine/core'
import { FailureAlert } from '../ui/feedback.tsx'
import { ExportarMenu } from './ExportarMenu.tsx'
import { FiltrosBarra } from './FiltrosBarra.tsx'
import { queryOf } from './filtros.ts'
import { contagem } from './formato.ts'
import { Lista } from './Lista.tsx'
import { SoSupervisao } from './SoSupervisao.tsx'
import { useFiltros } from './useFiltros.ts'
import { useLista, useTotal } from './useLista.ts'

/** All customers, for supervisors: searched, filtered, sorted, and taken along. */
export function ClientesConsulta() {
  return (
    <SoSupervisao>
      <Consulta />
    </SoSupervisao>
  )
}

function Consulta() {
  const { filtros, change } = useFiltros()
  const query = queryOf(filtros)
  const lista = useLista(query)
  const total = useTotal(query)
  const found = total.data === undefined ? ' ' : contagem(total.data, 'cliente', 'clientes')
  const clientes = lista.data?.pages.flatMap((page) => page.clientes) ?? []
  return (
    <Stack gap="sm" maw={1400} mx="auto">
      <Group justify="space-between" gap="xs">
        <Group gap="sm" align="baseline">
          <Title order={1} size="h2">
            Clientes
          </Title>
          <Text role="status" c="dimmed" className="algarismos">
            {found}
          </Text>
        </Group>
        <ExportarMenu query={query} />
      </Group>
      <FiltrosBarra filtros={filtros} change={change} searching={lista.isFetching && !lista.isFetchingNextPage} />
      {lista.error && clientes.length === 0 ? (
        <FailureAlert error={lista.error} onRetry={() => void lista.refetch()} />
      ) : (
        <Lista lista={lista} clientes={clientes} total={total.data} query={query} />
      )}
    </Stack>
  )
}
