import { Badge, Group, Paper, Text, Title } from '@mantine/core'
import type { ServicoPagina } from '#server/cliente/wire/browse'
import { statusColor } from '../../clientes/statusColor.ts'
import { dinheiro } from '../formato.ts'
import { Conexao } from './Conexao.tsx'
import { Enderecos } from './Enderecos.tsx'
import { Fatos } from './Fatos.tsx'
import { Pacotes } from './Pacotes.tsx'
import { porta, rede } from './rede.ts'

/** One service with everything that hangs on it. */
export function Servico({ servico }: { servico: ServicoPagina }) {
  const nome = `${servico.nome} (${servico.id_cliente_servico})`
  return (
    <Paper component="article" withBorder p="md" aria-label={`Serviço ${nome}`}>
      <Group justify="space-between" gap="xs" align="flex-start">
        <div>
          <Title order={3} size="h5">
            {servico.nome}
          </Title>
          <Text size="sm" c="dimmed" className="algarismos">
            Plano {servico.numero_plano} · {servico.tecnologia} · {dinheiro(servico.valor)} por mês
          </Text>
        </div>
        <Badge variant="light" color={statusColor(servico.status_prefixo)} tt="none" size="lg" maw="100%">
          {servico.status}
        </Badge>
      </Group>
      <Conexao servico={servico} />
      <Fatos
        fatos={[
          ['Login', servico.login],
          ['IPv4', servico.ipv4],
          ['IPv6', servico.ipv6],
          ['Interface', rede(servico.interface)],
          ['Interface de roteamento', rede(servico.interface_roteamento)],
          ['Equipamento de conexão', rede(servico.equipamento_conexao)],
          ['Equipamento de roteamento', rede(servico.equipamento_roteamento)],
          ['Porta de atendimento', porta(servico.porta_atendimento)],
          ['Grupos', servico.grupos.map((grupo) => grupo.descricao).join(', ')],
          ['Id do serviço do cliente', servico.id_cliente_servico],
        ]}
      />
      <Pacotes pacotes={servico.pacotes} />
      <Enderecos servico={servico} />
    </Paper>
  )
}
