'use client'
import { Anchor, Group, Text } from '@mantine/core'
import Link from 'next/link'
import { useState } from 'react'
import type { EventoListado, TotaisFaturamento } from '#server/faturamento/wire/ledger'
import { Abas } from '../../acesso/Abas.tsx'
import { dimmed, FailureAlert, ListaEspera, Loading, QueryFailure } from '../../ui/feedback.tsx'
import { contagem, reais } from '../../ui/format.ts'
import { ExportCsv, MoreButton } from '../../ui/lista/listaBotoes.tsx'
import { exportHref, useEventos, useTotais } from '../faturamentoQueries.ts'
import { EstornoModal } from './EstornoModal.tsx'
import { EventosTabela } from './EventosTabela.tsx'
import { LivroFiltros, useLivroFiltros } from './LivroFiltros.tsx'

export function LivroPagina() {
  const filtros = useLivroFiltros()
  const { query } = filtros
  const eventos = useEventos(query)
  const totais = useTotais(query)
  const [reversing, setReversing] = useState<EventoListado | null>(null)
  const again = () => {
    void eventos.refetch()
    if (totais.error) void totais.refetch()
  }
  const shown = eventos.data?.pages.flatMap((page) => page.eventos) ?? []
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Abas titulo="Faturamento" />
        <ExportCsv href={exportHref(query)} />
      </Group>
      <LivroFiltros {...filtros} />
      {totais.data ? (
        <Totais totais={totais.data} desatualizados={totais.isPlaceholderData} />
      ) : (
        <Text aria-hidden>&nbsp;</Text>
      )}
      {!eventos.error && <QueryFailure query={totais} />}
      <FailureAlert error={eventos.error} onRetry={again} />
      {eventos.isPending ? (
        <ListaEspera texto="Carregando eventos" />
      ) : shown.length > 0 ? (
        <EventosTabela eventos={shown} desatualizada={eventos.isPlaceholderData} onReverse={setReversing} />
      ) : eventos.isPlaceholderData ? (
        <Loading texto="Carregando eventos" />
      ) : (
        eventos.isSuccess && <Vazio filtrado={query !== ''} />
      )}
      <MoreButton lista={eventos} fim={shown.length > 0} />
      <EstornoModal key={reversing?.id_evento_faturamento} evento={reversing} onClose={() => setReversing(null)} />
    </>
  )
}

const Vazio = ({ filtrado }: { filtrado: boolean }) => (
  <Text c="dimmed">
    {filtrado ? (
      'Nenhum evento com estes filtros. Mude o período ou o cliente, ou use “Limpar filtros”.'
    ) : (
      <>
        Nenhum evento registrado até hoje.{' '}
        <Anchor component={Link} href="/faturamento" inherit underline="always">
          Registrar o primeiro
        </Anchor>
      </>
    )}
  </Text>
)

/** The totals of everything that matches, not only of the rows in sight. Dimmed while they are of other filters. */
function Totais({ totais, desatualizados }: { totais: TotaisFaturamento; desatualizados: boolean }) {
  const { eventos, acrescimo_centavos, desconto_centavos, saldo_centavos } = totais
  const parts = [
    contagem(eventos, 'evento', 'eventos'),
    `Acréscimos ${reais(acrescimo_centavos)}`,
    `Descontos ${reais(desconto_centavos)}`,
    `Saldo ${reais(saldo_centavos)}`,
  ]
  return (
    <Group gap="0 20px" role="status" className="algarismos" {...dimmed(desatualizados)}>
      {parts.map((part) => (
        <Text key={part} fw={600}>
          {part}
        </Text>
      ))}
    </Group>
  )
}
