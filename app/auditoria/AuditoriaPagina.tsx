'use client'
import { Group, NativeSelect, Paper, Stack, Table, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Acao, auditoriaAnswer, RegistroAuditoria } from '#server/auditoria/wire'
import { Abas } from '../acesso/Abas.tsx'
import { SoPara } from '../acesso/SoPara.tsx'
import { FailureAlert, Loading } from '../ui/feedback.tsx'
import { nomeDoAutor, quando, reais } from '../ui/format.ts'
import { Cabecalho } from '../ui/lista/Cabecalho.tsx'
import { MoreButton } from '../ui/lista/listaBotoes.tsx'
import { request } from '../ui/network/request.ts'
import classes from './auditoria.module.css'

const acoes: Record<Acao, string> = {
  evento_faturamento_registrado: 'Registrou evento de faturamento',
  evento_faturamento_estornado: 'Estornou evento de faturamento',
  faturamento_exportado: 'Exportou eventos de faturamento',
  tipo_servico_criado: 'Criou tipo de serviço',
  tipo_servico_ativado: 'Ativou tipo de serviço',
  tipo_servico_desativado: 'Desativou tipo de serviço',
  contexto_mostrado: 'Viu o contexto de um cliente que escolheu na chamada',
  documento_revelado: 'Revelou CPF/CNPJ',
  documento_procurado: 'Procurou por CPF/CNPJ',
  limite_de_documento_revelado: 'Chegou ao limite de CPF/CNPJ revelados',
  limite_de_documento_procurado: 'Chegou ao limite de buscas por CPF/CNPJ',
  cliente_escolhido: 'Disse quem ligou',
  limite_de_cliente_escolhido: 'Chegou ao limite de clientes escolhidos para chamadas',
  cliente_aberto: 'Abriu cliente',
  historico_aberto: 'Abriu a linha do tempo de um cliente',
  clientes_exportados: 'Exportou clientes',
  chave_senhas_trocada: 'Trocou a chave das senhas dos serviços',
  senhas_descartadas: 'Descartou senhas de serviços cuja chave se perdeu',
  atendimento_passado: 'Passou atendimento a um colega',
  atendimentos_exportados: 'Exportou atendimentos',
  ligacoes_exportadas: 'Exportou chamadas',
  perdidas_exportadas: 'Exportou chamadas perdidas',
  opcao_atendimento_criada: 'Criou opção de atendimento',
  opcao_atendimento_alterada: 'Alterou opção de atendimento',
  modelo_texto_criado: 'Criou modelo de texto',
  modelo_texto_alterado: 'Alterou modelo de texto',
  atendimento_cliente_alterado: 'Corrigiu o cliente de um atendimento',
  titular_exportado: 'Exportou os dados de um titular',
  titular_eliminado: 'Eliminou um titular',
  dados_antigos_apagados: 'Apagou dados antigos',
  sessoes_encerradas: 'Encerrou sessões suas',
  usuario_criado: 'Criou usuário',
  usuario_alterado: 'Alterou usuário',
  usuario_desativado: 'Desativou usuário',
  usuario_reativado: 'Reativou usuário',
  usuario_sessoes_encerradas: 'Encerrou sessões de um usuário',
  convite_senha_criado: 'Criou link para nova senha',
  senha_escolhida: 'Escolheu nova senha pelo link',
  senha_trocada: 'Trocou a senha de um usuário',
  token_criado: 'Criou token',
  token_revogado: 'Revogou token',
  toque_de_teste: 'Tocou um ramal para testar',
  retorno_assumido: 'Assumiu o retorno de chamada perdida',
  retorno_devolvido: 'Devolveu o retorno de chamada perdida',
  retorno_tratado: 'Resolveu chamadas perdidas',
  retorno_reaberto: 'Reabriu chamadas perdidas',
}
const nomes = new Map(Object.entries(acoes))

export function AuditoriaPagina() {
  return (
    <SoPara quem="administracao">
      <Auditoria />
    </SoPara>
  )
}

function Auditoria() {
  const [acao, setAcao] = useState('')
  const registros = useInfiniteQuery({
    queryKey: ['auditoria', acao],
    queryFn: ({ pageParam: apos, signal }) =>
      request<typeof auditoriaAnswer>(`/api/painel/auditoria?${new URLSearchParams({ acao, apos })}`, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.apos,
  })
  const shown = registros.data?.pages.flatMap((page) => page.registros) ?? []
  return (
    <Stack gap="sm" maw={1400} mx="auto">
      <Group justify="space-between" align="flex-end">
        <Abas titulo="Administração" />
        <NativeSelect
          label="Ação"
          data={[{ value: '', label: 'Todas' }, ...[...nomes].map(([value, label]) => ({ value, label }))]}
          value={acao}
          onChange={(event) => setAcao(event.currentTarget.value)}
        />
      </Group>
      {registros.error && <FailureAlert error={registros.error} onRetry={() => void registros.refetch()} />}
      {registros.isPending ? (
        <Loading texto="Carregando registros" />
      ) : (
        <Paper withBorder hidden={shown.length === 0}>
          <Table role="table" aria-label="Registros de auditoria" className={`algarismos ${classes.tabela}`}>
            <Cabecalho colunas={['Quando', 'Quem', 'De onde', 'O quê', 'Sobre', 'Detalhes']} />
            <Table.Tbody role="rowgroup">
              {shown.map((registro) => (
                <Linha key={registro.id} registro={registro} />
              ))}
            </Table.Tbody>
          </Table>
        </Paper>
      )}
      {registros.isSuccess && shown.length === 0 && <Text c="dimmed">Nenhum registro.</Text>}
      <MoreButton lista={registros} />
    </Stack>
  )
}

/** An action that another version put on record is shown by its name. */
function Linha({ registro: { quando: iso, autor, ip, acao, alvo, detalhes } }: { registro: RegistroAuditoria }) {
  return (
    <Table.Tr role="row" className={classes.linha}>
      <Table.Td role="cell" className={classes.quando}>
        {quando(iso)}
      </Table.Td>
      <Table.Td role="cell" className={classes.quem}>
        {autor ? nomeDoAutor(autor) : 'O próprio Alô'}
      </Table.Td>
      <Table.Td role="cell" className={classes.onde}>
        {ip ?? ''}
      </Table.Td>
      <Table.Td role="cell" className={classes.acao}>
        {nomes.get(acao) ?? acao}
      </Table.Td>
      <Table.Td role="cell" className={classes.sobre}>
        {alvo ?? ''}
      </Table.Td>
      <Table.Td role="cell" className={classes.detalhes}>
        {detalhesPorExtenso(detalhes)}
      </Table.Td>
    </Table.Tr>
  )
}

function detalhesPorExtenso(detalhes: Record<string, unknown> | null): string {
  return Object.entries(detalhes ?? {})
    .filter(([, value]) => value !== null && value !== '')
    .map(([nome, value]) => {
      const centavos = nome.endsWith('_centavos') && typeof value === 'number'
      return centavos ? `${nome.replace('_centavos', '')}: ${reais(value)}` : `${nome}: ${String(value)}`
    })
    .join(' · ')
}
