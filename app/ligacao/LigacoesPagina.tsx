'use client'
import { Anchor, Badge, Button, Group, NativeSelect, Paper, Stack, Table, Text, Title } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { type LigacaoListada, ligacoesAnswer } from '#server/ligacao/wire/history'
import { estadoLigacao } from '#server/ligacao/wire/ligacao'
import { useUsuario } from '../acesso/Usuario.tsx'
import { estadosDaChamada, quemEncerrou } from '../cliente/Historico.tsx'
import { Carregando, FailureAlert } from '../ui/feedback.tsx'
import { quando } from '../ui/format.ts'
import { request } from '../ui/request.ts'

/** Both ways of missing a call bear one word in the lists; here they are told apart. */
const opcoes: Record<LigacaoListada['estado'], string> = {
  aberta: 'Em curso',
  fechada: 'Fechadas',
  cancelada: 'Perdidas: a central cancelou',
  perdida: 'Perdidas: nenhuma tela mostrou',
  expirada: 'Expiradas',
}

/** The calls of the last thirty days, newest first: an agent's own, everybody's for supervisors. */
export function LigacoesPagina() {
  const { papel } = useUsuario()
  const todas = papel !== 'atendente'
  const [estado, setEstado] = useQueryState('estado', parseAsStringLiteral(estadoLigacao.options))
  const ligacoes = useInfiniteQuery({
    queryKey: ['ligacoes', estado],
    queryFn: ({ pageParam: apos, signal }) => {
      const filtros = new URLSearchParams({ estado: estado ?? '', apos })
      return request(ligacoesAnswer, `/api/painel/ligacoes?${filtros}`, { signal })
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.apos,
    placeholderData: keepPreviousData,
  })
  const shown = ligacoes.data?.pages.flatMap((page) => page.ligacoes) ?? []
  return (
    <Stack gap="sm" maw={1400} mx="auto">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={1} size="h2">
            Chamadas
          </Title>
          <Text size="sm" c="dimmed">
            {todas ? 'De toda a equipe' : 'As suas'}, nos últimos 30 dias.
          </Text>
        </div>
        <NativeSelect
          label="Estado"
          data={[{ value: '', label: 'Todos' }, ...Object.entries(opcoes).map(([value, label]) => ({ value, label }))]}
          value={estado ?? ''}
          onChange={({ currentTarget: { value } }) =>
            void setEstado(estadoLigacao.options.find((each) => each === value) ?? null)
          }
        />
      </Group>
      {ligacoes.error && <FailureAlert error={ligacoes.error} onRetry={() => void ligacoes.refetch()} />}
      {ligacoes.isPending && <Carregando texto="Carregando chamadas" />}
      {shown.length > 0 && (
        <Paper withBorder style={{ opacity: ligacoes.isPlaceholderData ? 0.6 : 1 }}>
          <Table.ScrollContainer
            minWidth={720}
            scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'group', 'aria-label': 'Chamadas, com rolagem' } }}
          >
            <Table aria-label="Chamadas" className="algarismos" verticalSpacing={6}>
              <Table.Thead>
                <Table.Tr>
                  {['Quando', 'Estado', 'Telefone', 'Cliente', ...(todas ? ['Atendente'] : []), 'Protocolo'].map(
                    (nome) => (
                      <Table.Th key={nome}>{nome}</Table.Th>
                    ),
                  )}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {shown.map((ligacao) => (
                  <Linha key={ligacao.id} ligacao={ligacao} todas={todas} />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Paper>
      )}
      {ligacoes.isSuccess && shown.length === 0 && (
        <Text ta="center">
          {estado ? 'Nenhuma chamada neste estado: escolha outro.' : 'Nenhuma chamada nos últimos 30 dias.'}
        </Text>
      )}
      {ligacoes.hasNextPage && (
        <Button variant="default" loading={ligacoes.isFetchingNextPage} onClick={() => void ligacoes.fetchNextPage()}>
          Mostrar mais
        </Button>
      )}
    </Stack>
  )
}

/** The customer's page is the supervisors'; an agent reads the name. */
function Linha({ ligacao, todas }: { ligacao: LigacaoListada; todas: boolean }) {
  const { cliente, usuario, estado, encerrada_por } = ligacao
  const [palavra, cor] = estadosDaChamada[estado]
  return (
    <Table.Tr>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{quando(ligacao.notificada_em)}</Table.Td>
      <Table.Td>
        <Badge variant="light" color={cor} tt="none">
          {palavra}
        </Badge>
        {encerrada_por && (
          <Text size="xs" c="dimmed">
            {quemEncerrou[encerrada_por]}
          </Text>
        )}
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{ligacao.telefone_formatado}</Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        {cliente && todas ? (
          <Anchor component={Link} href={`/clientes/${cliente.id_cliente}`} size="sm">
            {cliente.nome_razaosocial}
          </Anchor>
        ) : (
          (cliente?.nome_razaosocial ?? '—')
        )}
      </Table.Td>
      {todas && (
        <Table.Td>
          {usuario.nome}
          {ligacao.ramal && ` (${ligacao.ramal})`}
        </Table.Td>
      )}
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{ligacao.protocolo_formatado ?? '—'}</Table.Td>
    </Table.Tr>
  )
}
