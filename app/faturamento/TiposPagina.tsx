'use client'
import { Badge, Button, Group, Paper, Stack, Table, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Abas } from '../acesso/Abas.tsx'
import { SoPara } from '../acesso/SoPara.tsx'
import { FailureAlert } from '../ui/feedback.tsx'
import { useNovoTipo, useTipoAtivo, useTipos } from './faturamentoQueries.ts'

export function TiposPagina() {
  return (
    <SoPara quem="administracao">
      <Stack gap="md" maw={800} mx="auto">
        <Abas titulo="Faturamento" />
        <NovoTipo />
        <Tipos />
      </Stack>
    </SoPara>
  )
}

function NovoTipo() {
  const form = useForm({ initialValues: { descricao: '', display: '' } })
  const create = useNovoTipo()
  const submit = form.onSubmit((valores) => {
    if (!create.isPending) create.mutate(valores, { onSuccess: form.reset })
  })
  return (
    <Paper withBorder p="md">
      <form onSubmit={submit} noValidate>
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Novo tipo de serviço"
            placeholder="Como Indisponibilidade"
            maxLength={100}
            {...form.getInputProps('descricao')}
          />
          <TextInput
            label="Como aparece na tela"
            placeholder={form.values.descricao}
            maxLength={100}
            {...form.getInputProps('display')}
          />
          <Button type="submit" loading={create.isPending}>
            Criar tipo
          </Button>
        </Group>
        {create.error && <FailureAlert error={create.error} />}
      </form>
    </Paper>
  )
}

function Tipos() {
  const tipos = useTipos()
  const change = useTipoAtivo()
  const error = tipos.error ?? change.error
  return (
    <Paper withBorder style={{ overflowX: 'auto' }}>
      {error && <FailureAlert error={error} onRetry={() => void tipos.refetch()} />}
      <Table aria-label="Tipos de serviço">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Número</Table.Th>
            <Table.Th>Nome</Table.Th>
            <Table.Th>Na tela</Table.Th>
            <Table.Th>Situação</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {(tipos.data ?? []).map(({ id_tipo_servico: id, descricao, display, ativo }) => (
            <Table.Tr key={id}>
              <Table.Td>{id}</Table.Td>
              <Table.Td>{descricao}</Table.Td>
              <Table.Td>{display}</Table.Td>
              <Table.Td>
                <Group gap="xs">
                  <Badge variant="light" color={ativo ? 'teal' : 'gray'} tt="none">
                    {ativo ? 'Ativo' : 'Desativado'}
                  </Badge>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`${ativo ? 'Desativar' : 'Ativar'} ${descricao}`}
                    loading={change.isPending && change.variables.id === id}
                    onClick={() => change.mutate({ id, ativo: !ativo })}
                  >
                    {ativo ? 'Desativar' : 'Ativar'}
                  </Button>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Paper>
  )
}
