import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconReceipt2 } from '@tabler/icons-react'
import Link from 'next/link'
import type { ClientePagina as Cliente } from '#server/ligacao/wire/history'
import { tipoPessoa } from '../../clientes/tipoPessoa.ts'
import { contagem, dia } from '../formato.ts'
import { Atendimentos } from './Atendimentos.tsx'
import { Chamadas } from './Chamadas.tsx'
import { DadosPessoais } from './DadosPessoais.tsx'
import classes from './pagina.module.css'
import { Servico } from './Servico.tsx'

export function ClientePagina({ cliente }: { cliente: Cliente }) {
  const fantasia = cliente.nome_fantasia !== cliente.nome_razaosocial ? cliente.nome_fantasia : null
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" gap="sm">
        <div className={classes.titulo}>
          <Title order={1} size="h2">
            {cliente.nome_razaosocial}
          </Title>
          {fantasia && <Text>{fantasia}</Text>}
          <Group gap="xs">
            <Text size="sm" c="dimmed" className="algarismos">
              Código {cliente.codigo_cliente} · {tipoPessoa(cliente.tipo_pessoa)} · cliente desde{' '}
              {dia(cliente.data_cadastro)}
            </Text>
            {cliente.data_fechamento && (
              <Badge variant="light" color="gray" tt="none">
                Contrato fechado em {dia(cliente.data_fechamento)}
              </Badge>
            )}
          </Group>
        </div>
        {cliente.servicos.length > 0 && (
          <Button
            component={Link}
            href={`/faturamento?cliente=${cliente.id_cliente}`}
            prefetch={false}
            leftSection={<IconReceipt2 size={18} aria-hidden />}
          >
            Registrar evento de faturamento
          </Button>
        )}
      </Group>
      <div className={classes.colunas}>
        <Stack gap="md" miw={0}>
          <section aria-labelledby="servicos">
            <Title order={2} size="h4" id="servicos" mb="xs">
              {contagem(cliente.servicos.length, 'serviço', 'serviços')}
            </Title>
            <Stack gap="sm">
              {cliente.servicos.map((servico) => (
                <Servico key={servico.id_cliente_servico} servico={servico} />
              ))}
              {cliente.servicos.length === 0 && (
                <Paper withBorder p="md">
                  Sem serviços contratados
                </Paper>
              )}
            </Stack>
          </section>
        </Stack>
        <Stack gap="md" miw={0} className={classes.lado}>
          <DadosPessoais cliente={cliente} />
          <Atendimentos cliente={cliente} />
          <Chamadas cliente={cliente} />
        </Stack>
      </div>
    </Stack>
  )
}
