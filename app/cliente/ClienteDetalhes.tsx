import { Group, Stack, Text } from '@mantine/core'
import type { ClienteResumo, ServicoResumo } from '#server/cliente/wire/resumo'
import { Documento, tipoPessoa } from './Documento.tsx'
import classes from './resumo.module.css'
import { StatusServico } from './StatusServico.tsx'

/** The identified customer, as the agent needs it at the phone. */
export function ClienteDetalhes({ cliente }: { cliente: ClienteResumo }) {
  return (
    <Stack gap="xs">
      <div>
        <Text fw={700} size="lg" lh={1.25}>
          {cliente.nome_razaosocial}
        </Text>
        {cliente.nome_fantasia && cliente.nome_fantasia !== cliente.nome_razaosocial && (
          <Text size="sm">{cliente.nome_fantasia}</Text>
        )}
        <Text size="sm" c="dimmed" className="algarismos">
          Código {cliente.codigo_cliente} · {tipoPessoa(cliente.tipo_pessoa)}
        </Text>
        <Documento key={cliente.id_cliente} cliente={cliente} />
      </div>
      {cliente.servicos.length === 0 ? (
        <Text size="sm" c="dimmed">
          Sem serviços contratados
        </Text>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, and the keyboard must be able to scroll it
        <ul className={classes.servicos} aria-label="Serviços" tabIndex={0}>
          {cliente.servicos.map((servico) => (
            <ServicoLinha key={servico.id_cliente_servico} servico={servico} />
          ))}
        </ul>
      )}
    </Stack>
  )
}

/** One service: plan, state, technology and where it is installed. */
function ServicoLinha({ servico }: { servico: ServicoResumo }) {
  return (
    <li>
      <Group gap={4} justify="space-between" align="flex-start">
        <Text size="sm" fw={600}>
          {servico.nome}
        </Text>
        <StatusServico servico={servico} />
      </Group>
      <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {[servico.tecnologia, servico.login, `plano ${servico.numero_plano}`].filter(Boolean).join(' · ')}
      </Text>
      {servico.endereco_instalacao && <Text size="sm">{servico.endereco_instalacao}</Text>}
    </li>
  )
}
