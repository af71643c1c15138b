import { Button, Group, Stack, Text } from '@mantine/core'
import type { Escolha } from './useEventoForm.ts'

/** A customer with several services was found, and one of them is filled in: the others are one click away. */
export function OutrosServicos({ escolha, onPick }: { escolha: Escolha; onPick: (escolha: Escolha) => void }) {
  const { cliente, servico: chosen } = escolha
  if (cliente.servicos.length < 2) return null
  return (
    <Stack gap={4} mt={6}>
      <Text size="sm" id="servicos-do-mesmo">
        {cliente.servicos.length} serviços deste cliente
      </Text>
      <Group gap={6} role="group" aria-labelledby="servicos-do-mesmo">
        {cliente.servicos.map((servico) => {
          const here = servico.id_cliente_servico === chosen.id_cliente_servico
          return (
            <Button
              key={servico.id_cliente_servico}
              size="compact-sm"
              maw="100%"
              variant={here ? 'light' : 'default'}
              aria-pressed={here}
              onClick={() => onPick({ cliente, servico })}
            >
              {servico.nome} · {servico.login || servico.status}
            </Button>
          )
        })}
      </Group>
    </Stack>
  )
}
