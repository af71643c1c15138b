import { Alert, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { EventoFaturamentoAnswer } from '#server/faturamento/wire/evento'

/** What was registered, with the numbers to quote. */
export function Resultado({ answer }: { answer: EventoFaturamentoAnswer }) {
  const box = useRef<HTMLDivElement>(null)
  // It stands above the form, and on a narrow screen whoever pressed the button is far below.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    // Newer browsers give a promise here, which would pass for the effect's clean-up.
    void box.current?.scrollIntoView({ block: 'center' })
  }, [answer])
  const ids = answer.eventos_faturamento.map((evento) => evento.id_evento_faturamento)
  const [total = ''] = /[\d.]+$/.exec(answer.msg) ?? []
  return (
    <Alert ref={box} color="teal" role="status" icon={<IconCheck aria-hidden />} title="Evento registrado">
      <Text>
        {ids.length === 1 ? '1 evento cadastrado' : `${ids.length} eventos cadastrados`} com sucesso. Valor total: R${' '}
        {total.replace('.', ',').replace(/\B(?=(\d{3})+,)/g, '.')}
      </Text>
      <Text className="algarismos" style={{ maxHeight: '6em', overflowY: 'auto' }}>
        {ids.length === 1 ? 'Número' : 'Números'}: {ids.join(', ')}
      </Text>
    </Alert>
  )
}
