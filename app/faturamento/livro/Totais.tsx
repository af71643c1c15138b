import { Group, Text } from '@mantine/core'
import type { TotaisFaturamento } from '#server/faturamento/wire/ledger'
import { reais } from '../formato.ts'

/** The sums of everything filtered, not only of what is in sight. */
export function Totais({ totais }: { totais: TotaisFaturamento }) {
  const { eventos, acrescimo_centavos, desconto_centavos, saldo_centavos } = totais
  const parts = [
    `${eventos.toLocaleString('pt-BR')} ${eventos === 1 ? 'evento' : 'eventos'}`,
    `Acréscimos ${reais(acrescimo_centavos)}`,
    `Descontos ${reais(desconto_centavos)}`,
    `Saldo ${reais(saldo_centavos)}`,
  ]
  return (
    <Group gap="lg" role="status" className="algarismos">
      {parts.map((part) => (
        <Text key={part} fw={600}>
          {part}
        </Text>
      ))}
    </Group>
  )
}
