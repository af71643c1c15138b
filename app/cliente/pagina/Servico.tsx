import { Group, Paper, Table, Text, Title } from '@mantine/core'
import type { ServicoPagina } from '#server/cliente/wire/browse'
import type { Endereco } from '#server/cliente/wire/cliente'
import { comCep, diaHora, dinheiro, enumeracao } from '../../ui/format.ts'
import { Sub } from '../../ui/Sub.tsx'
import { SituacaoServico } from '../Situacao.tsx'
import classes from './clientePagina.module.css'
import { Dados } from './Dados.tsx'

export function Servico({ servico }: { servico: ServicoPagina }) {
  const nome = `${servico.nome} (${servico.id_cliente_servico})`
  return (
    <Paper component="article" withBorder p="md" aria-label={`Serviço ${nome}`}>
      <Group justify="space-between" gap="xs" align="flex-start">
        <div className={classes.nome}>
          <Title order={3} size="h5">
            {servico.nome}
          </Title>
          <Sub className="algarismos">
            Plano {servico.numero_plano} · {servico.tecnologia} · {dinheiro(servico.valor)} por mês
          </Sub>
        </div>
        <SituacaoServico servico={servico} />
      </Group>
      <Conexao servico={servico} />
      <Dados
        dados={[
          ['Login', servico.login],
          ['IPv4', servico.ipv4],
          ['IPv6', servico.ipv6],
          ['Interface', rede(servico.interface)],
          ['Interface de roteamento', rede(servico.interface_roteamento)],
          ['Equipamento de conexão', rede(servico.equipamento_conexao)],
          ['Equipamento de roteamento', rede(servico.equipamento_roteamento)],
          ['Porta de atendimento', porta(servico.porta_atendimento)],
          ['Grupos', servico.grupos.map((grupo) => grupo.descricao).join(', ')],
          ['Id do serviço do cliente', servico.id_cliente_servico],
        ]}
      />
      <Pacotes pacotes={servico.pacotes} />
      <Enderecos servico={servico} />
    </Paper>
  )
}

type Rede = ServicoPagina['interface'] | ServicoPagina['equipamento_conexao']

function rede(parte: Rede): string | null {
  if (!parte) return null
  const more = 'tipo' in parte ? [parte.tipo, parte.called_sid] : [parte.ipv4, parte.ipv6]
  return [parte.nome, ...more].filter(Boolean).join(' · ')
}

const porta = (parte: ServicoPagina['porta_atendimento']): string | null =>
  parte && `${parte.numero} em ${parte.equipamento}`

function Conexao({ servico: { status_conexao: conexao } }: { servico: ServicoPagina }) {
  if (!conexao) return null
  const { conectado, ultima_conexao, ultima_desconexao, ultimo_ipv4 } = conexao
  const since = conectado ? ultima_conexao : ultima_desconexao
  return (
    <Text size="sm" className={`${classes.conexao} algarismos`} data-conectado={conectado || undefined}>
      <strong>{conectado ? 'Conectado' : 'Desconectado'}</strong>
      {since && ` desde ${diaHora(since)}`}
      {!conectado && ultima_conexao && ` · última conexão ${diaHora(ultima_conexao)}`}
      {ultimo_ipv4 && ` · último IP ${ultimo_ipv4}`}
    </Text>
  )
}

function Pacotes({ pacotes }: Pick<ServicoPagina, 'pacotes'>) {
  if (pacotes.length === 0) return null
  return (
    <Table mt="sm" fz="sm" verticalSpacing={4} captionSide="top">
      <Table.Caption ta="left" mt={0} mb={0}>
        Pacotes
      </Table.Caption>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Código</Table.Th>
          <Table.Th>Descrição</Table.Th>
          <Table.Th ta="right">Valor</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {pacotes.map((pacote, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one package may be contracted twice
          <Table.Tr key={place}>
            <Table.Td>{pacote.codigo}</Table.Td>
            <Table.Td>
              {pacote.descricao}
              {pacote.observacoes && <Sub>{pacote.observacoes}</Sub>}
            </Table.Td>
            <Table.Td ta="right" className="algarismos" style={{ whiteSpace: 'nowrap' }}>
              {dinheiro(Number(pacote.valor))}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

/** Folded at first: few calls are about where the bill goes. */
function Enderecos({ servico }: { servico: ServicoPagina }) {
  const enderecos = enderecosDe(servico)
  if (enderecos.length === 0) return null
  return (
    <details className={classes.dobra}>
      <summary>{enderecos.length === 1 ? 'Endereço' : `${enderecos.length} endereços`}</summary>
      <dl className={classes.dados}>
        {enderecos.map(({ usos, endereco }) => (
          <div key={usos.join()}>
            <dt>Endereço: {enumeracao(usos)}</dt>
            <dd>
              {comCep(endereco.completo || `${endereco.logradouro} ${endereco.endereco}, ${endereco.numero}`)}
              {endereco.coordenadas.latitude !== null && endereco.coordenadas.longitude !== null && (
                <Sub className="algarismos">
                  {endereco.coordenadas.latitude}, {endereco.coordenadas.longitude}
                </Sub>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

const usos = [
  ['endereco_instalacao', 'instalação'],
  ['endereco_cadastral', 'cadastral'],
  ['endereco_cobranca', 'cobrança'],
  ['endereco_fiscal', 'fiscal'],
] as const

/** The four addresses, each place once with all its uses. */
function enderecosDe(servico: ServicoPagina): { usos: string[]; endereco: Endereco }[] {
  const places = new Map<string, { usos: string[]; endereco: Endereco }>()
  for (const [name, uso] of usos) {
    const endereco = servico[name]
    if (!endereco) continue
    const key = JSON.stringify(endereco)
    const place = places.get(key)
    if (place) place.usos.push(uso)
    else places.set(key, { usos: [uso], endereco })
  }
  return [...places.values()]
}
