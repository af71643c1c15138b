import type { Database } from '../../database/database.ts'
import type { Prisma } from '../../database/generated/prisma/client.ts'
import { formatTelefone } from '../../telefone/rules/formatTelefone.ts'
import { maskDocumento } from '../rules/documento.ts'
import { byServico } from '../rules/situacao.ts'
import type { ClienteVisivel, ServicoPagina } from '../wire/browse.ts'
import type { Endereco } from '../wire/cliente.ts'

const nomeInterface = { omit: { id_interface: true } } as const
const equipamento = { omit: { id_equipamento: true } } as const
const ofServico = { omit: { id_cliente_servico: true } } as const

/** No password is ever read here. docs/interface.md: Personal data. */
const whole = {
  omit: { busca: true },
  include: {
    servicos: {
      omit: {
        senha_cifrada: true,
        id_cliente: true,
        id_interface: true,
        id_interface_roteamento: true,
        id_equipamento_conexao: true,
        id_equipamento_roteamento: true,
      },
      include: {
        interface: nomeInterface,
        interface_roteamento: nomeInterface,
        equipamento_conexao: equipamento,
        equipamento_roteamento: equipamento,
        pacotes: { select: { pacote: true }, orderBy: { ordem: 'asc' } },
        grupos: { select: { grupo: true }, orderBy: { ordem: 'asc' } },
        enderecos: { omit: { id_cliente_servico: true, busca: true } },
        porta_atendimento: ofServico,
        status_conexao: ofServico,
      },
    },
  },
} satisfies Prisma.ClienteDefaultArgs

type ClienteRow = Prisma.ClienteGetPayload<typeof whole>
type ServicoRow = ClienteRow['servicos'][number]
type EnderecoRow = ServicoRow['enderecos'][number]

/** One customer with everything a supervisor may see; null when there is no such customer. */
export async function clienteVisivel({ prisma }: Database, id_cliente: number): Promise<ClienteVisivel | null> {
  const row = await prisma.cliente.findUnique({ where: { id_cliente }, ...whole })
  return row && presentCliente(row)
}

/** The whole CPF or CNPJ as it is stored; null when there is no such customer. */
export async function readDocumento({ prisma }: Database, id_cliente: number): Promise<string | null> {
  const cliente = await prisma.cliente.findUnique({ where: { id_cliente }, select: { cpf_cnpj: true } })
  return cliente?.cpf_cnpj ?? null
}

/** The customer's telephones as they are stored, the primary one first; none when there is no such customer. */
export async function telefonesOf({ prisma }: Database, id_cliente: number): Promise<string[]> {
  const cliente = await prisma.cliente.findUnique({
    where: { id_cliente },
    select: { telefone_primario: true, telefone_secundario: true, telefone_terciario: true },
  })
  return cliente ? Object.values(cliente).filter((numero) => numero !== '') : []
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
    servicos: servicos.map(presentServico).sort(byServico),
  }
}

function presentServico({ enderecos, ...row }: ServicoRow): ServicoPagina {
  const endereco = (tipo: EnderecoRow['tipo']) => presentEndereco(enderecos.find((each) => each.tipo === tipo))
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
    status_conexao: conexao && {
      ...conexao,
      ultima_conexao: conexao.ultima_conexao && presentMomento(conexao.ultima_conexao),
      ultima_desconexao: conexao.ultima_desconexao && presentMomento(conexao.ultima_desconexao),
    },
  }
}

function presentEndereco(row: EnderecoRow | undefined): Endereco | null {
  if (!row) return null
  const { tipo: _, latitude, longitude, ...endereco } = row
  return { ...endereco, coordenadas: { latitude, longitude } }
}

/** A timestamp without a zone, as the interface writes it: `YYYY-MM-DD HH:MM:SS`. */
const presentMomento = (momento: Date) => momento.toISOString().slice(0, 19).replace('T', ' ')
