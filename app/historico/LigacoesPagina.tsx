'use client'
import { Anchor, Badge, Paper, Stack, Table, Text, Title } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import Link from 'next/link'
import type { LigacaoListada, ligacoesAnswer } from '#server/historico/wire'
import { useUsuario } from '../acesso/Usuario.tsx'
import { endedBy, estadosDaChamada } from '../cliente/pagina/Historico.tsx'
import { FailureAlert, Loading } from '../ui/feedback.tsx'
import { quando } from '../ui/format.ts'
import { MoreButton } from '../ui/lista/listaBotoes.tsx'
import { request } from '../ui/network/request.ts'
import { LigacoesFiltros, useLigacoesFiltros } from './LigacoesFiltros.tsx'

/** An agent's own calls; for supervisors everybody's. */
export function LigacoesPagina() {
  const { papel } = useUsuario()
  const todas = papel !== 'atendente'
  const { query, ...filters } = useLigacoesFiltros()
  const ligacoes = useInfiniteQuery({
    queryKey: ['ligacoes', query],
    queryFn: ({ pageParam: apos, signal }) =>
      request<typeof ligacoesAnswer>(`/api/painel/ligacoes?${query}&apos=${encodeURIComponent(apos)}`, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.apos,
    placeholderData: keepPreviousData,
  })
  const shown = ligacoes.data?.pages.flatMap((page) => page.ligacoes) ?? []
  const short = ligacoes.data?.pages[0]?.busca_curta === true
  return (
    <Stack gap="sm" maw={1400} mx="auto">
      <div>
        <Title order={1} size="h2">
          Chamadas
        </Title>
        <Text size="sm" c="dimmed">
          {todas ? 'De toda a equipe' : 'As suas'}, das mais recentes às mais antigas.
        </Text>
      </div>
      <LigacoesFiltros {...filters} todas={todas} searching={ligacoes.isFetching && ligacoes.isPlaceholderData} />
      {ligacoes.error && <FailureAlert error={ligacoes.error} onRetry={() => void ligacoes.refetch()} />}
      {ligacoes.isPending && <Loading texto="Carregando chamadas" />}
      {shown.length > 0 && (
        <Paper withBorder style={{ opacity: ligacoes.isPlaceholderData ? 0.6 : 1 }}>
          <Table.ScrollContainer
            minWidth={900}
            scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'group', 'aria-label': 'Chamadas, com rolagem' } }}
          >
            <Table aria-label="Chamadas" className="algarismos" verticalSpacing={6}>
              <Table.Thead>
                <Table.Tr>
                  {['Quando', 'Estado', 'Telefone', 'Cliente', ...(todas ? ['Atendente'] : []), 'Atendimento'].map(
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
          {short
            ? 'Digite mais: um telefone inteiro, ao menos três letras ou oito dígitos do protocolo.'
            : query === ''
              ? 'Nenhuma chamada ainda.'
              : 'Nenhuma chamada com estes filtros.'}
        </Text>
      )}
      <MoreButton lista={ligacoes} />
    </Stack>
  )
}

/** Only supervisors may open the customer's page. */
function Linha({ ligacao, todas }: { ligacao: LigacaoListada; todas: boolean }) {
  const { cliente, usuario, estado, encerrada_por } = ligacao
  const [palavra, cor] = ligacao.atendida_em && estado !== 'aberta' ? ['Atendida', 'teal'] : estadosDaChamada[estado]
  return (
    <Table.Tr>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{quando(ligacao.notificada_em)}</Table.Td>
      <Table.Td>
        <Badge variant="light" color={cor} tt="none" miw="max-content">
          {palavra}
        </Badge>
        {encerrada_por && (
          <Text size="xs" c="dimmed">
            {endedBy[encerrada_por]}
          </Text>
        )}
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        {ligacao.telefone_formatado}
        {ligacao.origem && (
          <Text size="xs" c="dimmed" maw={200} truncate title={ligacao.origem}>
            {ligacao.origem}
          </Text>
        )}
      </Table.Td>
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
      <Table.Td style={{ overflowWrap: 'anywhere', minWidth: 180 }} maw={360}>
        {ligacao.protocolo_formatado ?? '—'}
        {ligacao.palavras && (
          <Text size="sm" c="dimmed" lineClamp={2}>
            {ligacao.palavras}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
