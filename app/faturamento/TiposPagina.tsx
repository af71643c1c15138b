'use client'
import { Button, Group, Paper, Stack, Table, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FailureAlert, FormFailure, QueryFailure } from '../ui/feedback.tsx'
import { Cabecalho } from '../ui/lista/Cabecalho.tsx'
import { Uso, useFirme } from '../ui/lista/EmUso.tsx'
import { camposDe } from '../ui/network/request.ts'
import { useNewTipo, useTipoAtivo, useTipos } from './faturamentoQueries.ts'
import classes from './tipos.module.css'

export function TiposPagina() {
  return (
    <Stack gap="md" maw={800}>
      <NovoTipo />
      <Tipos />
    </Stack>
  )
}

function NovoTipo() {
  const form = useForm({ initialValues: { descricao: '', display: '' } })
  const create = useNewTipo()
  const campos = camposDe(create.error)
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
        <Group align="flex-start" gap="sm">
          <TextInput
            label="Novo tipo de serviço"
            placeholder="Como Indisponibilidade"
            maxLength={100}
            {...form.getInputProps('descricao')}
            error={campos.descricao}
          />
          <TextInput
            label="Como aparece na tela"
            placeholder={form.values.descricao}
            maxLength={100}
            {...form.getInputProps('display')}
            error={campos.display}
          />
          <Button type="submit" mt="1.55rem" loading={create.isPending}>
            Criar tipo
          </Button>
        </Group>
        <FormFailure error={create.error} />
      </form>
    </Paper>
  )
}

function Tipos() {
  const tipos = useTipos()
  const change = useTipoAtivo()
  const ids = (tipos.data ?? []).map(({ id_tipo_servico: id }) => id)
  const { guard, aviso } = useFirme(ids, change.isError)
  return (
    <Paper {...guard} withBorder>
      <QueryFailure query={tipos} />
      <FailureAlert error={change.error} />
      <Table aria-label="Tipos de serviço" className={classes.tabela}>
        <Cabecalho colunas={['Número', 'Nome', 'Na tela', 'Situação']} />
        <Table.Tbody>
          {(tipos.data ?? []).map(({ id_tipo_servico: id, descricao, display, ativo }) => (
            <Table.Tr key={id} className={classes.linha}>
              <Table.Td>{id}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{descricao}</Table.Td>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{display}</Table.Td>
              <Table.Td className={classes.situacao}>
                <Uso
                  nome={descricao}
                  ativo={ativo}
                  loading={change.isPending && change.variables.id === id}
                  onToggle={() => change.mutate({ id, ativo: !ativo })}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {aviso}
    </Paper>
  )
}
