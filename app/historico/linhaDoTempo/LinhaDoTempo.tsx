'use client'
import { SegmentedControl, Stack, Text, Timeline } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { eDaSupervisao } from '#server/acesso/rules/supervisao'
import type { ItemDaLinha, linhaDoTempoAnswer, TipoLinha } from '#server/historico/wire'
import { useUsuario } from '../../acesso/Usuario.tsx'
import { useSteadyRows } from '../../perdida/steadyRows.ts'
import { useHand } from '../../perdida/useHand.ts'
import { dimmed, Loading, QueryFailure } from '../../ui/feedback.tsx'
import { MoreButton, NovasBotao } from '../../ui/lista/listaBotoes.tsx'
import { readFiltered } from '../../ui/network/reads.ts'
import { ItemLinha } from './ItemLinha.tsx'
import classes from './linhaDoTempo.module.css'

interface Props {
  id_cliente: number | string
  /** The agent's own call from which the timeline was opened. */
  ligacao?: string
}

/** How often it is fetched again during a call, in ms per shown page: the socket does not report others' work. */
const lookAgain = 5_000

const useLinhaDoTempo = (id_cliente: number | string, ligacao: string, tipo: TipoLinha | '') =>
  useInfiniteQuery({
    ...readFiltered<typeof linhaDoTempoAnswer>(
      ['linha_do_tempo', id_cliente, ligacao, tipo],
      `/api/painel/clientes/${encodeURIComponent(id_cliente)}/linha_do_tempo`,
      `${new URLSearchParams({ ligacao, tipo })}`,
    ),
    staleTime: 0,
    // Without a call each fetch may be put on record, so the page fetches only when it opens and never by itself.
    refetchOnWindowFocus: ligacao !== '',
    refetchOnReconnect: ligacao !== '',
    meta: { onRecord: ligacao === '' },
    refetchInterval: ({ state }) => ligacao !== '' && lookAgain * (state.data?.pages.length ?? 1),
  })

const filtros: readonly { value: TipoLinha | ''; label: string; nada: string }[] = [
  { value: '', label: 'Tudo', nada: 'Nada com este cliente até hoje.' },
  { value: 'chamada', label: 'Chamadas', nada: 'Nenhuma chamada até hoje.' },
  { value: 'atendimento', label: 'Atendimentos', nada: 'Nenhum atendimento até hoje.' },
  { value: 'faturamento', label: 'Faturamento', nada: 'Nenhum evento de faturamento até hoje.' },
]

const chaveDe = ({ tipo, id }: ItemDaLinha) => `${tipo}:${id}`

/** A customer's timeline, newest first. New items wait while the pointer or the focus is on the list. */
export function LinhaDoTempo({ id_cliente, ligacao = '' }: Props) {
  const { papel } = useUsuario()
  const [tipo, setTipo] = useState<TipoLinha | ''>('')
  const linha = useLinhaDoTempo(id_cliente, ligacao, tipo)
  const { held, handlers } = useHand()
  const fresh = linha.data?.pages.flatMap((page) => page.itens) ?? []
  const lista = linha.isPlaceholderData ? `${tipo} before` : tipo
  const { rows, waiting, reveal } = useSteadyRows(lista, fresh, chaveDe, held)
  const nada = filtros.find(({ value }) => value === tipo)?.nada
  return (
    <Stack gap="sm">
      <SegmentedControl
        aria-label="O que mostrar"
        fullWidth
        size="xs"
        data={filtros.filter(({ value }) => eDaSupervisao(papel) || value !== 'faturamento')}
        value={tipo}
        onChange={setTipo}
      />
      <QueryFailure query={linha} />
      {(linha.isPending || (linha.isPlaceholderData && rows.length === 0)) && (
        <Loading texto="Carregando a linha do tempo" />
      )}
      {/* Contains the button, which would otherwise disappear before a pointer that leaves the list reaches it. */}
      <div className={classes.linha} {...handlers}>
        <div role="status" className={classes.novas}>
          <NovasBotao waiting={waiting} onReveal={reveal} variant="default" />
        </div>
        {rows.length > 0 && (
          <div {...dimmed(linha.isPlaceholderData)}>
            <Timeline role="list" aria-label="Linha do tempo" bulletSize={28} lineWidth={2}>
              {rows.map(({ key, row }) => (
                <ItemLinha key={key} item={row} id_cliente={id_cliente} />
              ))}
            </Timeline>
          </div>
        )}
      </div>
      {linha.isSuccess && !linha.isPlaceholderData && rows.length === 0 && <Text size="sm">{nada}</Text>}
      <MoreButton lista={linha} />
    </Stack>
  )
}
