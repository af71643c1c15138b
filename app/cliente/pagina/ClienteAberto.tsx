'use client'
import { Alert, Anchor, Badge, Group, Stack, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { porImportancia, situacaoDoContrato } from '#server/cliente/rules/situacao'
import type { ClienteVisivel } from '#server/cliente/wire/browse'
import { Loading, QueryFailure } from '../../ui/feedback.tsx'
import { contagem, dia, diaHora } from '../../ui/format.ts'
import { ApiError } from '../../ui/network/request.ts'
import { Secao } from '../../ui/Secao.tsx'
import { Sub } from '../../ui/Sub.tsx'
import { VerMais } from '../../ui/VerMais.tsx'
import { isEliminado, useCliente } from '../clienteQueries.ts'
import { Documento, tipoPessoa } from '../Documento.tsx'
import { FaturamentoLink } from '../FaturamentoLink.tsx'
import { fantasiaDe } from '../fantasia.ts'
import { leaveCliente, listaDeixada } from '../lista/useClientesFiltros.ts'
import { SituacaoFaixa } from '../Situacao.tsx'
import { Acessos } from './Acessos.tsx'
import classes from './clientePagina.module.css'
import { Dados } from './Dados.tsx'
import { conexoesNovas, eliminados } from './eliminados.ts'
import { Servico } from './Servico.tsx'

interface Props {
  id: string
  /** The customer's timeline, passed in because its room comes after this one. */
  historico: ReactNode
}

/** The server records each opening, so the page is fetched once and never by itself. */
export function ClienteAberto(props: Props) {
  return (
    <>
      <BackLink />
      <Aberto {...props} />
    </>
  )
}

function Aberto({ id, historico }: Props) {
  const { data, error, refetch } = useCliente(id)
  const [eliminado, setEliminado] = useState(false)
  useEffect(() => eliminados.subscribe(({ id_cliente }) => id === `${id_cliente}` && setEliminado(true)), [id])
  useEffect(
    () => conexoesNovas.subscribe(() => void isEliminado(id).then((gone) => gone && setEliminado(true), ignore)),
    [id],
  )
  if (eliminado) return <SemCliente>Os dados deste cliente foram eliminados a pedido dele.</SemCliente>
  if (data) return <Cliente cliente={data} historico={historico} />
  if (error instanceof ApiError && (error.status === 404 || error.status === 422))
    return <SemCliente>Este cliente não existe.</SemCliente>
  if (error) return <QueryFailure query={{ error, refetch }} />
  return <Loading texto="Carregando cliente" />
}

/** The next connection asks again. */
const ignore = () => undefined

const SemCliente = ({ children }: { children: string }) => (
  <>
    <Title order={1}>Cliente</Title>
    <Alert color="yellow" role="alert">
      {children}
    </Alert>
  </>
)

/** Goes back in the history where that is the list, so that it keeps its scroll position. */
function BackLink() {
  const router = useRouter()
  useEffect(() => leaveCliente, [])
  return (
    <Anchor
      component={Link}
      href={listaDeixada().endereco ?? '/clientes'}
      prefetch={false}
      size="sm"
      underline="always"
      style={{ alignSelf: 'flex-start', display: 'inline-flex', alignItems: 'center', gap: 4 }}
      onClick={(event) => {
        if (!listaDeixada().atras || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        router.back()
      }}
    >
      <IconArrowLeft size={16} aria-hidden />
      Voltar à lista
    </Anchor>
  )
}

function Cliente({ cliente, historico }: Pick<Props, 'historico'> & { cliente: ClienteVisivel }) {
  const fantasia = fantasiaDe(cliente)
  return (
    <Stack gap="md">
      <Titulo>{`${cliente.nome_razaosocial} · Alô`}</Titulo>
      <Group justify="space-between" align="flex-start" gap="sm">
        <div className={classes.titulo}>
          <Title order={1}>{cliente.nome_razaosocial}</Title>
          {fantasia && <Text>{fantasia}</Text>}
          <Group gap="xs">
            <Sub className="algarismos">
              Código {cliente.codigo_cliente} · {tipoPessoa(cliente.tipo_pessoa)} · cliente desde{' '}
              {dia(cliente.data_cadastro)}
            </Sub>
            {cliente.data_fechamento && <Badge color="gray">Contrato fechado em {dia(cliente.data_fechamento)}</Badge>}
          </Group>
        </div>
        {cliente.servicos.length > 0 && <FaturamentoLink idCliente={cliente.id_cliente} variant="filled" />}
      </Group>
      {emApuros(cliente) && <SituacaoFaixa servicos={cliente.servicos} />}
      <div className={classes.colunas}>
        <Stack gap="md" miw={0}>
          <section aria-labelledby="servicos">
            <Title order={2} size="h4" id="servicos" mb="xs">
              {contagem(cliente.servicos.length, 'serviço', 'serviços')}
            </Title>
            <Servicos servicos={cliente.servicos} />
          </section>
          <Secao titulo="Linha do tempo">{historico}</Secao>
        </Stack>
        <Stack gap="md" miw={0} className={classes.lado}>
          <DadosPessoais cliente={cliente} />
          <Acessos idCliente={cliente.id_cliente} codigo={cliente.codigo_cliente} />
        </Stack>
      </div>
    </Stack>
  )
}

/** How many services are shown at first: the timeline stands below them, and some customers have sixty. */
const atFirst = 5

function Servicos({ servicos }: Pick<ClienteVisivel, 'servicos'>) {
  const [all, setAll] = useState(false)
  const more = servicos.length - atFirst
  // None that needs attention is among the hidden ones.
  const sorted = more > 0 ? porImportancia(servicos) : servicos
  return (
    <Stack gap="sm">
      {(all ? sorted : sorted.slice(0, atFirst)).map((servico) => (
        <Servico key={servico.id_cliente_servico} servico={servico} />
      ))}
      {servicos.length === 0 && <Text c="dimmed">Sem serviços contratados</Text>}
      {more > 0 && (
        <VerMais
          all={all}
          onToggle={() => setAll(!all)}
          mais={`Ver mais ${contagem(more, 'serviço', 'serviços')}`}
          menos={`Ver só os primeiros ${atFirst} serviços`}
        />
      )}
    </Stack>
  )
}

/** Of several titles in the document the tab shows the first. Next may add that of the page's kind after this one. */
function Titulo({ children }: { children: string }) {
  const own = useRef<HTMLTitleElement>(null)
  useEffect(() => {
    const lead = () => {
      const first = document.head.querySelector('title')
      if (own.current && own.current !== first) document.head.insertBefore(own.current, first)
    }
    lead()
    const watching = new MutationObserver(lead)
    watching.observe(document.head, { childList: true })
    return () => watching.disconnect()
  }, [])
  return <title ref={own}>{children}</title>
}

/** Whether the band is shown: a contract in its normal state needs none. */
function emApuros({ servicos }: ClienteVisivel): boolean {
  const contrato = situacaoDoContrato(servicos)
  return contrato !== null && contrato.situacao !== 'habilitado'
}

function DadosPessoais({ cliente }: { cliente: ClienteVisivel }) {
  const [primeiro, ...outros] = cliente.telefones_formatados
  return (
    <Secao titulo="Dados do cliente">
      <div>
        <Documento cliente={cliente} />
        <Dados
          dados={[
            ['Telefone', primeiro ?? 'Não informado'],
            ['Outros telefones', outros.join(' · ')],
            ['E-mail', cliente.email_principal],
            ['Outro e-mail', cliente.email_secundario],
            [
              cliente.tipo_pessoa === 'pf' ? 'Nascimento' : 'Fundação',
              cliente.data_nascmento && dia(cliente.data_nascmento),
            ],
            ['RG', cliente.rg],
            ['Emissão do RG', cliente.rg_emissao && dia(cliente.rg_emissao)],
            ['Inscrição estadual', cliente.inscricao_estadual],
            ['Inscrição municipal', cliente.inscricao_municipal],
            ['Cadastro', diaHora(cliente.data_cadastro)],
            ['Id do cliente', cliente.id_cliente],
          ]}
        />
      </div>
    </Secao>
  )
}
