'use client'
import { Badge, Button, Group, Paper, Stack, Table, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { SoAdministracao } from '../auditoria/SoAdministracao.tsx'
import { FailureAlert } from '../ui/feedback.tsx'
import { Abas } from './Abas.tsx'
import { faturamento } from './api.ts'

/** Administrators keep the list of service types that events are registered under. */
export function TiposPagina() {
  return (
    <SoAdministracao>
      <Stack gap="md" maw={800} mx="auto">
        <Abas />
        <NovoTipo />
        <Tipos />
      </Stack>
    </SoAdministracao>
  )
}

const queryKey = ['tipos_servico']

function NovoTipo() {
  const [descricao, setDescricao] = useState('')
  const [display, setDisplay] = useState('')
  const cache = useQueryClient()
  const create = useMutation({
    mutationFn: () => faturamento.criarTipo({ descricao, display }),
    onSuccess: () => {
      setDescricao('')
      setDisplay('')
      return cache.invalidateQueries({ queryKey })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!create.isPending) create.mutate()
  }
  return (
    <Paper withBorder p="md">
      <form onSubmit={submit} noValidate>
        <Group align="flex-end" gap="sm">
          <TextInput
            label="Novo tipo de serviço"
            maxLength={100}
            value={descricao}
            onChange={(event) => setDescricao(event.currentTarget.value)}
          />
          <TextInput
            label="Como aparece na tela"
            placeholder={descricao}
            maxLength={100}
            value={display}
            onChange={(event) => setDisplay(event.currentTarget.value)}
          />
          <Button type="submit" loading={create.isPending}>
            Criar
          </Button>
        </Group>
        {create.error && <FailureAlert error={create.error} />}
      </form>
    </Paper>
  )
}

function Tipos() {
  const cache = useQueryClient()
  const tipos = useQuery({ queryKey, queryFn: ({ signal }) => faturamento.tipos(signal) })
  const change = useMutation({
    mutationFn: ({ id, ativo }: { id: number; ativo: boolean }) => faturamento.mudarTipo(id, ativo),
    onSuccess: () => cache.invalidateQueries({ queryKey }),
  })
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
