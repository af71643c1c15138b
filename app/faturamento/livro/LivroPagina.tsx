'use client'
import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import type { EventoListado } from '#server/faturamento/wire/ledger'
import { SoSupervisao } from '../../consulta/SoSupervisao.tsx'
import { Carregando, FailureAlert } from '../../ui/feedback.tsx'
import { Abas } from '../Abas.tsx'
import { faturamento } from '../api.ts'
import { EstornoModal } from './EstornoModal.tsx'
import { EventosTabela } from './EventosTabela.tsx'
import { FiltrosLivro } from './FiltrosLivro.tsx'
import { Totais } from './Totais.tsx'
import { useLivro } from './useLivro.ts'

/** Every event that was registered, by whom, and what became of it. */
export function LivroPagina() {
  return (
    <SoSupervisao>
      <Livro />
    </SoSupervisao>
  )
}

function Livro() {
  const { filtros, query, change, eventos, totais } = useLivro()
  const [reversing, setReversing] = useState<EventoListado | null>(null)
  const shown = eventos.data?.pages.flatMap((page) => page.eventos) ?? []
  return (
    <Stack gap="sm" maw={1400} mx="auto">
      <Group justify="space-between" gap="xs">
        <Abas />
        <Button
          component="a"
          href={faturamento.exportHref(query)}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Exportar CSV
        </Button>
      </Group>
      <FiltrosLivro filtros={filtros} change={change} />
      {totais.data && <Totais totais={totais.data} />}
      {eventos.error && <FailureAlert error={eventos.error} onRetry={() => void eventos.refetch()} />}
      {eventos.isPending ? (
        <Carregando texto="Carregando eventos" />
      ) : shown.length === 0 ? (
        <Paper withBorder p="xl" ta="center">
          Nenhum evento com estes filtros.
        </Paper>
      ) : (
        <EventosTabela eventos={shown} onReverse={setReversing} />
      )}
      {eventos.hasNextPage ? (
        <Button variant="default" loading={eventos.isFetchingNextPage} onClick={() => void eventos.fetchNextPage()}>
          Mostrar mais
        </Button>
      ) : (
        shown.length > 0 && (
          <Text size="sm" c="dimmed" ta="center">
            Fim da lista
          </Text>
        )
      )}
      <EstornoModal key={reversing?.id_evento_faturamento} evento={reversing} onClose={() => setReversing(null)} />
    </Stack>
  )
}
