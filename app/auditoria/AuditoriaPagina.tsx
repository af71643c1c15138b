'use client'
import { Anchor, Group, Paper, Table, Text, TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import Link from 'next/link'
import type { auditoriaAnswer, RegistroNomeado } from '#server/auditoria/wire'
import { Abas } from '../acesso/Abas.tsx'
import { useUsuarios } from '../acesso/admin/adminQueries.ts'
import { dimmed, Loading, QueryFailure } from '../ui/feedback.tsx'
import { nomeDoAutor, quando } from '../ui/format.ts'
import { Cabecalho } from '../ui/lista/Cabecalho.tsx'
import cartoes from '../ui/lista/cartoes.module.css'
import { Escolha } from '../ui/lista/Escolha.tsx'
import { Filtros, periodoPosto, posto } from '../ui/lista/Filtros.tsx'
import { ExportCsv, MoreButton } from '../ui/lista/listaBotoes.tsx'
import { PeriodoCampos } from '../ui/lista/PeriodoCampos.tsx'
import { texto, useFiltros } from '../ui/lista/useFiltros.ts'
import { readFiltered } from '../ui/network/reads.ts'
import { acoes } from './acoes.ts'
import classes from './auditoria.module.css'
import { detalhesPorExtenso } from './detalhes.ts'

const nomes = new Map(Object.entries(acoes))
const emOrdem = [...nomes].toSorted(([, one], [, other]) => one.localeCompare(other, 'pt-BR'))

const parsers = { acao: texto, usuario: texto, cliente: texto, data_inicio: texto, data_fim: texto }

export function AuditoriaPagina() {
  const { filtros, change, clear, query } = useFiltros(parsers)
  const { acao, usuario, cliente } = filtros
  const usuarios = useUsuarios()
  const registros = useInfiniteQuery(
    readFiltered<typeof auditoriaAnswer>(['auditoria', query], '/api/painel/auditoria', query),
  )
  const shown = registros.data?.pages.flatMap((page) => page.registros) ?? []
  const pessoa = usuarios.data?.find(({ id }) => String(id) === usuario)?.nome ?? usuario
  return (
    <>
      <Group justify="space-between" align="flex-end">
        <Abas titulo="Administração" />
        <ExportCsv href={`/api/painel/auditoria/exportar?${query}`} />
      </Group>
      <Filtros
        poucos
        limpo={query === ''}
        onClear={clear}
        postos={[
          ...posto('Ação', acao, () => change({ acao: null }), nomes.get(acao) ?? acao),
          ...posto('Quem', usuario, () => change({ usuario: null }), pessoa),
          ...posto('Cliente', cliente, () => change({ cliente: null })),
          ...periodoPosto(['Desde', 'Até'], filtros, change),
        ]}
      >
        <Escolha
          label="Ação"
          todos="Todas"
          opcoes={emOrdem.map(([value, label]) => ({ value, label }))}
          value={acao}
          onChange={(value) => change({ acao: value })}
        />
        <Escolha
          label="Quem"
          opcoes={(usuarios.data ?? []).map(({ id, nome }) => ({ value: String(id), label: nome }))}
          value={usuario}
          onChange={(value) => change({ usuario: value })}
        />
        <TextInput
          label="Código do cliente"
          inputMode="numeric"
          autoComplete="off"
          maxLength={10}
          value={cliente}
          onChange={({ currentTarget: { value } }) => change({ cliente: value.replace(/\D/g, '') })}
        />
        <PeriodoCampos filtros={filtros} change={change} />
      </Filtros>
      <QueryFailure query={registros} />
      {registros.isPending || (registros.isPlaceholderData && shown.length === 0) ? (
        <Loading texto="Carregando registros" />
      ) : (
        <Paper withBorder hidden={shown.length === 0} {...dimmed(registros.isPlaceholderData)}>
          <Table aria-label="Registros de auditoria" className={`algarismos ${cartoes.tabela}`}>
            <Cabecalho colunas={['Quando', 'Quem', 'De onde', 'O quê', 'Sobre', 'Detalhes']} />
            <Table.Tbody>
              {shown.map((registro) => (
                <Linha key={registro.id} registro={registro} />
              ))}
            </Table.Tbody>
          </Table>
        </Paper>
      )}
      {registros.isSuccess && !registros.isPlaceholderData && shown.length === 0 && (
        <Text c="dimmed">{query === '' ? 'Nenhum registro.' : 'Nenhum registro com estes filtros.'}</Text>
      )}
      <MoreButton lista={registros} />
    </>
  )
}

/** An action that only another version knows has no words here and is shown by its code. */
function Linha({ registro }: { registro: RegistroNomeado }) {
  const { quando: iso, autor, ip, acao } = registro
  return (
    <Table.Tr className={classes.linha}>
      <Table.Td className={classes.quando}>{quando(iso)}</Table.Td>
      <Table.Td className={classes.quem}>{autor ? nomeDoAutor(autor) : 'O próprio Alô'}</Table.Td>
      <Table.Td className={classes.onde}>{ip ?? ''}</Table.Td>
      <Table.Td className={classes.acao}>{nomes.get(acao) ?? acao}</Table.Td>
      <Table.Td className={classes.sobre}>
        <Sobre registro={registro} />
      </Table.Td>
      <Table.Td className={classes.detalhes}>{detalhesPorExtenso(registro)}</Table.Td>
    </Table.Tr>
  )
}

/** The page that shows each kind of thing; things of a customer are on the customer's page. */
const paginas: Partial<Record<string, string>> = {
  usuario: '/admin',
  token: '/admin/tokens',
  tipo_servico: '/faturamento/tipos',
  opcao_atendimento: '/atendimentos/opcoes',
  modelo_texto: '/atendimentos/modelos',
}

/** A thing that no longer exists is shown by its number. */
function Sobre({ registro: { alvo, sobre } }: { registro: RegistroNomeado }) {
  if (!sobre) return alvo === 'clientes' ? 'Vários clientes' : (alvo ?? '')
  const { nome, id_cliente } = sobre
  const href = id_cliente === null ? paginas[alvo?.split(':')[0] ?? ''] : `/clientes/${id_cliente}`
  return href ? (
    <Anchor component={Link} href={href} prefetch={false} inherit>
      {nome}
    </Anchor>
  ) : (
    nome
  )
}
