import { Badge, Group, Text } from '@mantine/core'
import type { ClienteResumo } from '#server/cliente/wire/resumo'
import { statusColor } from './statusColor.ts'

/** A customer in a list to choose from: enough to tell namesakes apart. */
export function ClienteOpcao({ cliente }: { cliente: ClienteResumo }) {
  const [servico] = cliente.servicos
  return (
    <div>
      <Group gap={4} justify="space-between" align="flex-start">
        <Text size="sm" fw={600}>
          {cliente.nome_razaosocial}
        </Text>
        {servico && (
          <Badge variant="light" color={statusColor(servico.status_prefixo)} tt="none" maw="100%">
            {servico.status}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed" className="algarismos">
        {[cliente.nome_fantasia, `código ${cliente.codigo_cliente}`, cliente.cpf_cnpj_mascarado]
          .filter(Boolean)
          .join(' · ')}
      </Text>
      <Text size="sm">
        {servico?.endereco_instalacao ?? 'Sem serviços contratados'}
        {cliente.servicos.length > 1 && ` (+${cliente.servicos.length - 1} serviços)`}
      </Text>
    </div>
  )
}
