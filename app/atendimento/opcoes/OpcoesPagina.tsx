'use client'
import { Button, Group, SimpleGrid, Table, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { OpcaoAtendimento } from '#server/atendimento/wire/opcoes'
import { FailureAlert, FormFailure, Loading, QueryFailure } from '../../ui/feedback.tsx'
import { Cabecalho } from '../../ui/lista/Cabecalho.tsx'
import cartoes from '../../ui/lista/cartoes.module.css'
import { Uso, useFirme } from '../../ui/lista/EmUso.tsx'
import { camposDe } from '../../ui/network/request.ts'
import { Secao } from '../../ui/Secao.tsx'
import { useChangeOpcoes, useOpcoes } from '../atendimentoQueries.ts'

const listas = [
  { lista: 'motivo', titulo: 'Motivos', um: 'motivo' },
  { lista: 'desfecho', titulo: 'Desfechos', um: 'desfecho' },
] as const

export function OpcoesPagina() {
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      {listas.map((each) => (
        <Lista key={each.lista} {...each} />
      ))}
    </SimpleGrid>
  )
}

function Lista({ lista, titulo, um }: (typeof listas)[number]) {
  const opcoes = useOpcoes({})
  // Apart, so that neither waits for the other.
  const create = useChangeOpcoes()
  const change = useChangeOpcoes()
  const [nova, setNova] = useState('')
  const shown = (opcoes.data ?? [])
    .filter((opcao) => opcao.lista === lista)
    .sort((one, other) => one.descricao.localeCompare(other.descricao, 'pt-BR'))
  const { guard, aviso } = useFirme(
    shown.map(({ id }) => id),
    change.isError,
  )
  return (
    <Secao titulo={titulo}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // Text typed since the request stays: it belongs to the next option.
          if (!create.isPending)
            create.mutate({ lista, descricao: nova }, { onSuccess: () => setNova((now) => (now === nova ? '' : now)) })
        }}
      >
        <Group align="flex-start" gap="sm" wrap="nowrap">
          <TextInput
            label={`Novo ${um}`}
            maxLength={80}
            style={{ flex: 1 }}
            value={nova}
            error={camposDe(create.error).descricao}
            onChange={(event) => setNova(event.currentTarget.value)}
          />
          <Button type="submit" mt="1.55rem" variant="default" loading={create.isPending}>
            Criar
          </Button>
        </Group>
      </form>
      <QueryFailure query={opcoes} />
      <FormFailure error={create.error} />
      <FailureAlert error={change.error} />
      {opcoes.isPending && <Loading texto="Carregando a lista" />}
      <div {...guard} className={cartoes.caixa}>
        <Table aria-label={titulo} verticalSpacing={4}>
          <Cabecalho colunas={['Nome', 'Situação']} />
          <Table.Tbody>
            {shown.map((opcao) => (
              <Linha
                key={opcao.id}
                opcao={opcao}
                busy={change.isPending && change.variables.id === opcao.id}
                onToggle={() => change.mutate({ id: opcao.id, ativo: !opcao.ativo })}
              />
            ))}
          </Table.Tbody>
        </Table>
        {aviso}
      </div>
    </Secao>
  )
}

function Linha({ opcao, busy, onToggle }: { opcao: OpcaoAtendimento; busy: boolean; onToggle: () => void }) {
  const { descricao, ativo } = opcao
  return (
    <Table.Tr>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{descricao}</Table.Td>
      <Table.Td>
        <Uso nome={descricao} ativo={ativo} loading={busy} onToggle={onToggle} />
      </Table.Td>
    </Table.Tr>
  )
}
