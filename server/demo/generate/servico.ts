import type { Equipamento, Grupo, Interface, Pacote, Senha, StatusConexao } from '../../cliente/wire/cliente.ts'
import type { ExportedServico } from '../../cliente/wire/import.ts'
import { type Cidade, cidades, makeEndereco } from './lugar.ts'
import { grupos, pacotes, planos, type Situacao } from './planos.ts'
import { makeMomento, type Random, ultimoDia } from './random.ts'

/** A service's id is the customer's id times this, plus its place, so no two customers ever share one. */
const maxServicos = 8
const maxSenhas = 4

interface ServicoContext {
  id_cliente: number
  /** 0 to maxServicos - 1. */
  lugar: number
  cidade: Cidade
  empresa: boolean
  apelido: string
  situacao: Situacao
  enderecoCadastral: ExportedServico['endereco_cadastral']
}

/** One service with all thirteen relations. */
export function makeServico(random: Random, context: ServicoContext): ExportedServico {
  const { id_cliente, lugar, cidade, situacao, enderecoCadastral } = context
  const id = id_cliente * maxServicos + lugar
  const { peso: _, meio, ...plano } = random.weighted(planos)
  const rede = situacao.instalado ? makeRede(random, cidade, meio) : redeGenerica
  const login = context.apelido + id_cliente + (lugar === 0 ? '' : `-${lugar + 1}`)
  const ipv4 = situacao.instalado ? makeIpv4(random, id) : ''
  const instalacao = lugar > 0 || random.chance(15) ? makeEndereco(random, cidade) : enderecoCadastral
  return {
    id_cliente_servico: id,
    ...plano,
    status: situacao.status,
    status_prefixo: situacao.status_prefixo,
    tecnologia: meio,
    login: context.empresa ? `${login}@empresa` : login,
    senha: random.letters(8),
    ipv4,
    ipv6:
      situacao.instalado && random.chance(55)
        ? `2804:7d4:${(id >>> 16).toString(16)}:${(id & 0xffff).toString(16)}::/64`
        : null,
    interface: rede.interface,
    interface_roteamento: rede.interface_roteamento,
    equipamento_conexao: rede.equipamento_conexao,
    equipamento_roteamento: rede.equipamento_roteamento,
    pacotes: makePacotes(random),
    senhas: makeSenhas(random, id, login),
    endereco_cadastral: enderecoCadastral,
    endereco_instalacao: instalacao,
    endereco_fiscal: enderecoCadastral,
    endereco_cobranca: random.chance(10) ? makeEndereco(random, cidade) : enderecoCadastral,
    grupos: makeGrupos(random, context.empresa, meio),
    porta_atendimento: rede.porta_atendimento,
    status_conexao: makeStatusConexao(random, situacao, ipv4),
  }
}

/** A carrier-grade NAT address of its own, or now and then a public one. */
function makeIpv4(random: Random, id: number): string {
  const tail = `${(id >>> 8) & 255}.${id & 255}`
  return random.chance(8) ? `177.${random.int(8, 200)}.${tail}` : `100.${64 + ((id >>> 16) & 63)}.${tail}`
}

function makePacotes(random: Random): Pacote[] {
  const amount = random.weighted([
    { peso: 55, amount: 0 },
    { peso: 30, amount: 1 },
    { peso: 12, amount: 2 },
    { peso: 3, amount: 3 },
  ]).amount
  const first = random.int(0, pacotes.length - 1)
  return [...pacotes.slice(first), ...pacotes.slice(0, first)].slice(0, amount)
}

function makeSenhas(random: Random, id: number, login: string): Senha[] {
  const amount = random.chance(50) ? 0 : random.int(1, 3)
  const kinds = [
    { descricao: 'Wi-Fi', usuario: `REDE_${login.toUpperCase()}` },
    { descricao: 'Roteador', usuario: 'admin' },
    { descricao: 'Central do assinante', usuario: login },
  ]
  return kinds
    .slice(0, amount)
    .map((kind, i) => ({ id_cliente_servico_senha: id * maxSenhas + i, ...kind, senha: random.letters(10) }))
}

function makeGrupos(random: Random, empresa: boolean, meio: string): Grupo[] {
  const ids = [empresa ? 2 : 1]
  if (meio === 'Rádio') ids.push(3)
  if (meio === 'Cabo UTP') ids.push(4)
  if (random.chance(4)) ids.push(5)
  return random.chance(10) ? [] : grupos.filter((grupo) => ids.includes(grupo.id))
}

function makeStatusConexao(random: Random, situacao: Situacao, ipv4: string): StatusConexao {
  if (!situacao.instalado) {
    return { conectado: false, ultima_conexao: null, ultima_desconexao: null, ultimo_ipv4: null }
  }
  const conectado = situacao.conecta && random.chance(92)
  const dia = ultimoDia - random.int(1, 60)
  const antes = makeMomento(random, dia - random.int(1, 20))
  const depois = makeMomento(random, dia)
  return {
    conectado,
    ultima_conexao: conectado ? depois : antes,
    ultima_desconexao: conectado ? (random.chance(80) ? antes : null) : depois,
    ultimo_ipv4: ipv4,
  }
}

/** The relations that say where a service is connected. */
type Rede = Pick<
  ExportedServico,
  'interface' | 'interface_roteamento' | 'equipamento_conexao' | 'equipamento_roteamento' | 'porta_atendimento'
>

const interfaceGenerica: Interface = { nome: 'Interface Genérica', tipo: 'generica', called_sid: null }
const equipamentoGenerico: Equipamento = { nome: 'Equipamento Genérico', ipv4: '0.0.0.0', ipv6: null }

/** What services not yet installed point to, as real systems do. */
const redeGenerica: Rede = {
  interface: interfaceGenerica,
  interface_roteamento: interfaceGenerica,
  equipamento_conexao: equipamentoGenerico,
  equipamento_roteamento: equipamentoGenerico,
  porta_atendimento: { numero: 0, equipamento: equipamentoGenerico.nome },
}

/**
 * Where a service is connected. Equipment and interfaces are shared by many customers, and their name alone decides
 * everything else about them.
 */
function makeRede(random: Random, cidade: Cidade, meio: string): Rede {
  const n = random.int(1, 3)
  const vlan = 100 * n + random.int(1, 8)
  return {
    ...makeAcesso(random, cidade, meio, n),
    interface_roteamento: { nome: `${cidade.sigla}-BNG-0${n} vlan${vlan}`, tipo: 'vlan', called_sid: `vlan${vlan}` },
    equipamento_roteamento: makeEquipamento(cidade, 'BNG', n, 1),
  }
}

function makeAcesso(random: Random, cidade: Cidade, meio: string, n: number) {
  if (meio === 'Rádio') {
    const setor = random.int(1, 6)
    const nome = `${cidade.sigla}-AP-0${n} setor ${setor}`
    return {
      interface: { nome, tipo: 'wireless', called_sid: `${cidade.sigla}AP${n}S${setor}` },
      equipamento_conexao: makeEquipamento(cidade, 'AP', n, 2),
      porta_atendimento: { numero: setor, equipamento: `${cidade.sigla}-TORRE-0${n}` },
    }
  }
  if (meio === 'FTTH') {
    const [slot, pon] = [random.int(1, 2), random.int(1, 8)]
    const nome = `${cidade.sigla}-OLT-0${n} PON 0/${slot}/${pon}`
    return {
      interface: { nome, tipo: 'gpon', called_sid: null },
      equipamento_conexao: makeEquipamento(cidade, 'OLT', n, 3),
      porta_atendimento: { numero: random.int(1, 16), equipamento: `${cidade.sigla}-CTO-${n}${slot}${pon}` },
    }
  }
  const porta = random.int(1, 24)
  return {
    interface: { nome: `${cidade.sigla}-SW-0${n} ether${porta}`, tipo: 'ethernet', called_sid: `ether${porta}` },
    equipamento_conexao: makeEquipamento(cidade, 'SW', n, 4),
    porta_atendimento: { numero: porta, equipamento: `${cidade.sigla}-SW-0${n}` },
  }
}

function makeEquipamento(cidade: Cidade, tipo: string, n: number, classe: number): Equipamento {
  const rede = cidades.indexOf(cidade) + 1
  return {
    nome: `${cidade.sigla}-${tipo}-0${n}`,
    ipv4: `10.${rede}.${classe}.${n}`,
    // Radios and switches of this network were never given IPv6.
    ipv6: classe === 1 || classe === 3 ? `2804:7d4:${rede.toString(16)}:${classe}::${n}` : null,
  }
}
