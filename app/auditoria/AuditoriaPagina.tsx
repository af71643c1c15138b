'use client'
import { Button, Group, NativeSelect, Paper, Stack, Table, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { auditoriaAnswer, type RegistroAuditoria } from '#server/auditoria/wire'
import { quando } from '../consulta/formato.ts'
import { Carregando, FailureAlert } from '../ui/feedback.tsx'
import { request } from '../ui/request.ts'
import { acaoPorExtenso, opcoesDeAcao } from './acoes.ts'
import { detalhesPorExtenso } from './detalhes.ts'
import { SoAdministracao } from './SoAdministracao.tsx'

/** Who did what, when and from where; nothing here can be changed. */
export function AuditoriaPagina() {
  return (
    <SoAdministracao>
      <Auditoria />
    </SoAdministracao>
  )
}

function Auditoria() {
  const [acao, setAcao] = useState('')
  const registros = useInfiniteQuery({
    queryKey: ['auditoria', acao],
    queryFn: ({ pageParam, signal }) =>
      request(auditoriaAnswer, `/api/painel/auditoria?${new URLSearchParams({ acao, apos: pageParam ?? '' })}`, {
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.apos,
  })
  const shown = registros.data?.pages.flatMap((page) => page.registros) ?? []
  return (
    <Stack gap="sm" maw={1400} mx="auto">
      <Group justify="space-between" align="flex-end">
        <Title order={1} size="h2">
          Auditoria
        </Title>
        <NativeSelect
          label="Ação"
          data={[{ value: '', label: 'Todas' }, ...opcoesDeAcao]}
          value={acao}
          onChange={(event) => setAcao(event.currentTarget.value)}
        />
      </Group>
      {registros.error && <FailureAlert error={registros.error} onRetry={() => void registros.refetch()} />}
      {registros.isPending ? (
        <Carregando texto="Carregando registros" />
      ) : (
        <Paper withBorder>
          <Table.ScrollContainer
            minWidth={800}
            scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'group', 'aria-label': 'Registros, com rolagem' } }}
          >
            <Table aria-label="Registros de auditoria" className="algarismos">
              <Table.Thead>
                <Table.Tr>
                  {['Quando', 'Quem', 'De onde', 'O quê', 'Sobre', 'Detalhes'].map((nome) => (
                    <Table.Th key={nome}>{nome}</Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {shown.map((registro) => (
                  <Linha key={registro.id} registro={registro} />
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
        </Paper>
      )}
      {registros.isSuccess && shown.length === 0 && <Text ta="center">Nenhum registro.</Text>}
      {registros.hasNextPage && (
        <Button variant="default" loading={registros.isFetchingNextPage} onClick={() => void registros.fetchNextPage()}>
          Mostrar mais
        </Button>
      )}
    </Stack>
  )
}

function Linha({ registro: { quando: iso, autor, ip, acao, alvo, detalhes } }: { registro: RegistroAuditoria }) {
  return (
    <Table.Tr>
      <Table.Td>{quando(iso)}</Table.Td>
      <Table.Td>{autor ? `${autor.nome}${autor.tipo === 'token' ? ' (token)' : ''}` : 'Linha de comando'}</Table.Td>
      <Table.Td>{ip ?? ''}</Table.Td>
      <Table.Td>{acaoPorExtenso(acao)}</Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{alvo ?? ''}</Table.Td>
      <Table.Td maw={420} style={{ overflowWrap: 'anywhere' }}>
        {detalhesPorExtenso(detalhes)}
      </Table.Td>
    </Table.Tr>
  )
}
