import { Badge, Group, Text } from '@mantine/core'
import type { ServicoResumo } from '#server/cliente/wire/resumo'
import { statusColor } from './statusColor.ts'

/** One service: plan, state, technology and where it is installed. */
export function ServicoLinha({ servico }: { servico: ServicoResumo }) {
  return (
    <li>
      <Group gap={4} justify="space-between" align="flex-start">
        <Text size="sm" fw={600}>
          {servico.nome}
        </Text>
        <Badge variant="light" color={statusColor(servico.status_prefixo)} tt="none" maw="100%">
          {servico.status}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {[servico.tecnologia, servico.login, `plano ${servico.numero_plano}`].filter(Boolean).join(' · ')}
      </Text>
      {servico.endereco_instalacao && <Text size="sm">{servico.endereco_instalacao}</Text>}
    </li>
  )
}
