'use client'
import { Badge, Button, Group, Paper, Stack, Table, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { eDaSupervisao } from '#server/acesso/rules/supervisao'
import type { LigacaoListada, ligacoesAnswer } from '#server/historico/wire'
import { ClienteNome } from '../acesso/ClienteNome.tsx'
import { useUsuario } from '../acesso/Usuario.tsx'
import { useSteadyRows } from '../perdida/steadyRows.ts'
import { useHand } from '../perdida/useHand.ts'
import { dimmed, Loading, QueryFailure } from '../ui/feedback.tsx'
import { duracao, quando } from '../ui/format.ts'
import { Cabecalho } from '../ui/lista/Cabecalho.tsx'
import { ExportCsv, MoreButton, NovasBotao } from '../ui/lista/listaBotoes.tsx'
import { Resultado } from '../ui/lista/Resultado.tsx'
import { readFiltered } from '../ui/network/reads.ts'
import { useRecusaAfter } from '../ui/parts/useRecusa.tsx'
import { Sub } from '../ui/Sub.tsx'
import { endedBy, estadoDaChamada } from './estadosDaChamada.ts'
import { LigacoesFiltros, useLigacoesFiltros } from './LigacoesFiltros.tsx'
import classes from './ligacoes.module.css'

/** How often the list is fetched again, in milliseconds per shown page: the socket does not report others' calls. */
const lookAgain = 5_000

const idDe = ({ id }: LigacaoListada) => id

/** An agent's own calls; for supervisors everybody's. New calls wait while the pointer or the focus is on the list. */
export function LigacoesPagina() {
  const { papel } = useUsuario()
  const todas = eDaSupervisao(papel)
  const { query, typed, ...filters } = useLigacoesFiltros()
  const ligacoes = useInfiniteQuery({
    ...readFiltered<typeof ligacoesAnswer>(['ligacoes', query], '/api/painel/ligacoes', query),
    refetchInterval: ({ state }) => lookAgain * (state.data?.pages.length ?? 1),
  })
  const { held, handlers } = useHand()
  const fresh = ligacoes.data?.pages.flatMap((page) => page.ligacoes) ?? []
  const { rows, waiting, reveal } = useSteadyRows(
    ligacoes.isPlaceholderData ? `${query} before` : query,
    fresh,
    idDe,
    held,
  )
  const { guard, aviso } = useRecusaAfter(rows.map(({ key }) => key).join(), () => document.activeElement)
  const desatualizada = ligacoes.isPlaceholderData || typed !== query
  const short = ligacoes.data?.pages[0]?.busca_curta === true
  return (
    <Stack gap="sm" maw={1400} mx="auto">
      <div className={classes.cabeca}>
        <div>
          <Title order={1} size="h2">
            Histórico
          </Title>
          <Sub>{todas ? 'As chamadas de toda a equipe' : 'As suas chamadas'}, das mais recentes às mais antigas.</Sub>
        </div>
        <div role="status" className={classes.novas}>
          <NovasBotao waiting={waiting} onReveal={reveal} size="compact-md" />
        </div>
        {todas && (
          <Group gap="xs">
            <Button component={Link} href="/diagnostico" variant="default">
              Por que não tocou?
            </Button>
            <ExportCsv href={`/api/painel/ligacoes/exportar?${typed}`} />
          </Group>
        )}
      </div>
      <div>
        <LigacoesFiltros {...filters} todas={todas} searching={ligacoes.isFetching && ligacoes.isPlaceholderData} />
        <Resultado
          lista={ligacoes}
          desatualizada={desatualizada}
          query={query}
          quantos={rows.length}
          nome={['chamada', 'chamadas']}
          vazia={
            short
              ? 'Digite mais: um telefone inteiro, ao menos três letras ou oito dígitos do protocolo.'
              : query === ''
                ? 'Nenhuma chamada ainda.'
                : ligacoes.hasNextPage
                  ? 'Nenhuma entre as chamadas mais recentes. Mostre mais, ou escolha um período.'
                  : 'Nenhuma chamada com estes filtros.'
          }
        />
      </div>
      <QueryFailure query={ligacoes} />
      {(ligacoes.isPending || (desatualizada && rows.length === 0)) && <Loading texto="Carregando chamadas" />}
      {rows.length > 0 && (
        <Paper withBorder {...dimmed(ligacoes.isPlaceholderData)} {...handlers} {...guard}>
          <Table aria-label="Chamadas" className={`algarismos ${classes.tabela}`}>
            <Cabecalho
              colunas={[
                ...['Quando', 'Estado', 'Duração', 'Telefone', 'Cliente'],
                ...(todas ? ['Atendente'] : []),
                'Atendimento',
              ]}
              classeDe={(nome) => classes[nome === 'Duração' ? 'duracao' : nome.toLowerCase()]}
            />
            <Table.Tbody>
              {rows.map(({ key, row }) => (
                <Linha key={key} ligacao={row} todas={todas} />
              ))}
            </Table.Tbody>
          </Table>
          {aviso}
        </Paper>
      )}
      <MoreButton lista={ligacoes} />
    </Stack>
  )
}

/** All rows have the same height, whatever is known. */
function Linha({ ligacao, todas }: { ligacao: LigacaoListada; todas: boolean }) {
  const { cliente, usuario, encerrada_por, origem, palavras } = ligacao
  const [palavra, cor] = estadoDaChamada(ligacao)
  const conversa = ligacao.conversa_segundos
  return (
    <Table.Tr className={classes.linha}>
      <Table.Td className={classes.quando}>{quando(ligacao.notificada_em)}</Table.Td>
      <Table.Td className={classes.estado}>
        <Badge color={cor}>{palavra}</Badge> {encerrada_por && <small>{endedBy[encerrada_por]}</small>}
      </Table.Td>
      <Table.Td className={classes.duracao} data-vazia={conversa === null || undefined}>
        {conversa === null ? '—' : duracao(conversa)}
      </Table.Td>
      <Table.Td className={classes.telefone} title={origem ?? undefined}>
        {ligacao.telefone_formatado} {origem && <small>{origem}</small>}
      </Table.Td>
      <Table.Td
        className={classes.cliente}
        title={cliente?.nome_razaosocial}
        data-vazia={cliente === null || undefined}
      >
        {cliente ? <ClienteNome cliente={cliente} /> : '—'}
      </Table.Td>
      {todas && (
        <Table.Td className={classes.atendente}>
          {usuario.nome}
          {ligacao.ramal && ` (${ligacao.ramal})`}
        </Table.Td>
      )}
      <Table.Td
        className={classes.atendimento}
        title={palavras ?? undefined}
        data-vazia={ligacao.protocolo_formatado === null || undefined}
      >
        {ligacao.protocolo_formatado ?? '—'} {palavras && <small>{palavras}</small>}
      </Table.Td>
    </Table.Tr>
  )
}
