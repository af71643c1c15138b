'use client'
import { Alert, Paper, SimpleGrid, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type inferParserType, parseAsString, useQueryStates } from 'nuqs'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { EventoRegistrado } from '#server/faturamento/wire/evento'
import { useClienteResumo } from '../../cliente/clienteQueries.ts'
import { contagem, reais } from '../../ui/format.ts'
import { fetchedLater } from '../../ui/parts/fetchedLater.tsx'
import { EventoForm } from './EventoForm.tsx'
import { Previa } from './EventoPrevia.tsx'
import { type EventoFormState, useEventoForm } from './useEventoForm.ts'

const ConfirmModal = fetchedLater(() => import('./ConfirmModal.tsx').then((module) => module.ConfirmModal))

/** `?cliente=` and `?servico=` fill in the customer. */
export function NovoEventoPagina() {
  const [endereco] = useQueryStates(parsers)
  const evento = useEventoForm(endereco.cliente)
  useClienteDoEndereco(endereco, evento)
  const [asked, setAsked] = useState(false)
  if (evento.confirming && !asked) setAsked(true)
  return (
    <>
      {evento.send.data && <Resultado answer={evento.send.data} />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
        <Paper withBorder p="md">
          <EventoForm evento={evento} autoFocus={endereco.cliente === ''} />
        </Paper>
        <Previa parcelas={evento.previa} />
      </SimpleGrid>
      {asked && <ConfirmModal evento={evento} />}
    </>
  )
}

const parsers = { cliente: parseAsString.withDefault(''), servico: parseAsString }
type Endereco = inferParserType<typeof parsers>

/** Picks the customer of the address once, as the page opens. */
function useClienteDoEndereco({ cliente: id, servico }: Endereco, { pick, keeps }: EventoFormState) {
  const { data: cliente } = useClienteResumo(id)
  const pickNamed = useEffectEvent(() => {
    const named = cliente?.servicos.find((each) => String(each.id_cliente_servico) === servico)
    // Active services come first.
    const chosen = named ?? cliente?.servicos[0]
    if (cliente && chosen && !keeps(cliente.id_cliente, servico)) pick({ cliente, servico: chosen })
  })
  const found = cliente?.id_cliente
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for the customer of the address, however often it is read
  useEffect(() => pickNamed(), [found, servico])
}

function Resultado({ answer }: { answer: EventoRegistrado }) {
  const box = useRef<HTMLDivElement>(null)
  // The result is above the form, and on a narrow screen the pressed button is far below it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    // Newer browsers return a promise here, which React would take for the effect's clean-up.
    void box.current?.scrollIntoView({ block: 'center' })
  }, [answer])
  const ids = answer.eventos_faturamento.map((evento) => evento.id_evento_faturamento)
  return (
    <Alert ref={box} color="teal" role="status" icon={<IconCheck aria-hidden />} title="Evento registrado">
      <Text>
        {contagem(ids.length, 'evento cadastrado', 'eventos cadastrados')} com sucesso.
        {answer.valor_total_centavos !== null && ` Valor total: ${reais(answer.valor_total_centavos)}`}
      </Text>
      <Text className="algarismos" style={{ maxHeight: '6em', overflowY: 'auto' }}>
        {ids.length === 1 ? 'Número' : 'Números'}: {ids.join(', ')}
      </Text>
    </Alert>
  )
}
