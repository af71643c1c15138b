'use client'
import { Button, Group, Paper, Stack, Table, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { Abas } from '../acesso/Abas.tsx'
import { SoPara } from '../acesso/SoPara.tsx'
import { FailureAlert } from '../ui/feedback.tsx'
import { Cabecalho } from '../ui/lista/Cabecalho.tsx'
import cartoes from '../ui/lista/cartoes.module.css'
import { useStrayPress } from '../ui/parts/useStrayPress.ts'
import { useNewTipo, useTipoAtivo, useTipos } from './faturamentoQueries.ts'
import classes from './tipos.module.css'

export function TiposPagina() {
  return (
    <SoPara quem="administracao">
      <Stack gap="md" maw={1400} mx="auto">
        <Abas titulo="Faturamento" />
        <Stack gap="md" maw={800}>
          <NovoTipo />
          <Tipos />
        </Stack>
      </Stack>
    </SoPara>
  )
}

function NovoTipo() {
  const form = useForm({ initialValues: { descricao: '', display: '' } })
  const create = useNewTipo()
  const submit = form.onSubmit((valores) => {
    // Text typed since the request stays: it belongs to the next type.
    const clear = () => {
      const now = form.getValues()
      for (const campo of ['descricao', 'display'] as const)
        if (now[campo] === valores[campo]) form.setFieldValue(campo, '')
    }
    create.mutate(valores, { onSuccess: clear })
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
  const isStray = useStrayPress()
  return (
    <Paper withBorder>
      {tipos.error && <FailureAlert error={tipos.error} onRetry={() => void tipos.refetch()} />}
      {change.error && <FailureAlert error={change.error} />}
      <Table aria-label="Tipos de serviço" className={classes.tabela}>
        <Cabecalho colunas={['Número', 'Nome', 'Na tela', 'Situação']} />
        <Table.Tbody>
          {(tipos.data ?? []).map(({ id_tipo_servico: id, descricao, display, ativo }) => (
            <Table.Tr key={id} className={classes.linha}>
              <Table.Td>{id}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{descricao}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{display}</Table.Td>
              <Table.Td className={classes.situacao}>
                <Group gap="xs" justify="space-between" wrap="nowrap">
                  <Text size="sm" c={ativo ? 'dimmed' : undefined} fw={ativo ? 400 : 600}>
                    {ativo ? 'Ativo' : 'Desativado'}
                  </Text>
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    className={cartoes.quieta}
                    style={{ flexShrink: 0 }}
                    aria-label={`${ativo ? 'Desativar' : 'Ativar'} ${descricao}`}
                    loading={change.isPending && change.variables.id === id}
                    onClick={() => isStray(id) || change.mutate({ id, ativo: !ativo })}
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
