import type { Prisma } from '../../../database/generated/prisma/client.ts'
import type { Database } from '../../../database/open.ts'
import { formatTelefone } from '../../../telefone/rules/format.ts'
import { maskDocumento } from '../../rules/documento.ts'
import type { ClienteVisivel, ServicoPagina } from '../../wire/browse.ts'
import { presentEndereco, presentMomento } from './presentParts.ts'

const nomeInterface = { select: { nome: true, tipo: true, called_sid: true } }
const equipamento = { select: { nome: true, ipv4: true, ipv6: true } }

/** Neither `senha` nor `senhas` is ever read here. DESIGN: Personal data. */
const servicoSelect = {
  id_cliente_servico: true,
  id_servico: true,
  numero_plano: true,
  nome: true,
  valor: true,
  status: true,
  status_prefixo: true,
  tecnologia: true,
  login: true,
  ipv4: true,
  ipv6: true,
  interface: nomeInterface,
  interface_roteamento: nomeInterface,
  equipamento_conexao: equipamento,
  equipamento_roteamento: equipamento,
  pacotes: { select: { pacote: true }, orderBy: { ordem: 'asc' } },
  grupos: { select: { grupo: true }, orderBy: { ordem: 'asc' } },
  enderecos: true,
  porta_atendimento: { select: { numero: true, equipamento: true } },
  status_conexao: {
    select: { conectado: true, ultima_conexao: true, ultima_desconexao: true, ultimo_ipv4: true },
  },
} satisfies Prisma.ClienteServicoSelect

const clienteSelect = {
  id_cliente: true,
  codigo_cliente: true,
  nome_razaosocial: true,
  nome_fantasia: true,
  tipo_pessoa: true,
  cpf_cnpj: true,
  telefone_primario: true,
  telefone_secundario: true,
  telefone_terciario: true,
  email_principal: true,
  email_secundario: true,
  rg: true,
  rg_emissao: true,
  inscricao_municipal: true,
  inscricao_estadual: true,
  data_cadastro: true,
  data_nascmento: true,
  data_fechamento: true,
  servicos: { select: servicoSelect, orderBy: { id_cliente_servico: 'asc' } },
} satisfies Prisma.ClienteSelect

type ClienteRow = Prisma.ClienteGetPayload<{ select: typeof clienteSelect }>
type ServicoRow = ClienteRow['servicos'][number]

/** One customer with everything a supervisor may see; null when there is no such. */
export async function clienteVisivel({ prisma }: Database, idCliente: number): Promise<ClienteVisivel | null> {
  const row = await prisma.cliente.findUnique({ where: { id_cliente: idCliente }, select: clienteSelect })
  return row && presentCliente(row)
}

function presentCliente({ cpf_cnpj, servicos, ...row }: ClienteRow): ClienteVisivel {
  const telefones = [row.telefone_primario, row.telefone_secundario, row.telefone_terciario]
  return {
    ...row,
    cpf_cnpj_mascarado: maskDocumento(cpf_cnpj),
    telefones_formatados: telefones.filter((numero) => numero !== '').map(formatTelefone),
    data_cadastro: presentMomento(row.data_cadastro),
    data_nascmento: row.data_nascmento && presentMomento(row.data_nascmento),
    data_fechamento: row.data_fechamento?.toISOString().slice(0, 10) ?? null,
    servicos: servicos.map(presentServico),
  }
}

function presentServico({ enderecos, ...row }: ServicoRow): ServicoPagina {
  const endereco = (tipo: ServicoRow['enderecos'][number]['tipo']) =>
    presentEndereco(enderecos.find((each) => each.tipo === tipo))
  const { status_conexao: conexao } = row
  return {
    ...row,
    valor: row.valor.toNumber(),
    pacotes: row.pacotes.map(({ pacote }) => ({ ...pacote, data_cadastro: presentMomento(pacote.data_cadastro) })),
    grupos: row.grupos.map(({ grupo }) => grupo),
    endereco_cadastral: endereco('cadastral'),
    endereco_instalacao: endereco('instalacao'),
    endereco_fiscal: endereco('fiscal'),
    endereco_cobranca: endereco('cobranca'),
    porta_atendimento: row.porta_atendimento && {
      numero: Number(row.porta_atendimento.numero),
      equipamento: row.porta_atendimento.equipamento,
    },
    status_conexao: conexao && {
      ...conexao,
      ultima_conexao: conexao.ultima_conexao && presentMomento(conexao.ultima_conexao),
      ultima_desconexao: conexao.ultima_desconexao && presentMomento(conexao.ultima_desconexao),
    },
  }
}
