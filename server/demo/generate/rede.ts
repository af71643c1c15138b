import type { Equipamento, Interface, PortaAtendimento } from '../../cliente/wire/cliente.ts'
import type { Cidade } from './cidades.ts'
import { cidades } from './cidades.ts'
import type { Random } from './random.ts'

export interface Rede {
  interface: Interface
  interface_roteamento: Interface
  equipamento_conexao: Equipamento
  equipamento_roteamento: Equipamento
  porta_atendimento: PortaAtendimento
}

const interfaceGenerica: Interface = { nome: 'Interface Genérica', tipo: 'generica', called_sid: null }
const equipamentoGenerico: Equipamento = { nome: 'Equipamento Genérico', ipv4: '0.0.0.0', ipv6: null }

/** What services not yet installed point to, as real systems do. */
export const redeGenerica: Rede = {
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
export function makeRede(random: Random, cidade: Cidade, tecnologia: string): Rede {
  const n = random.int(1, 3)
  const vlan = 100 * n + random.int(1, 8)
  return {
    ...makeAcesso(random, cidade, tecnologia, n),
    interface_roteamento: { nome: `${cidade.sigla}-BNG-0${n} vlan${vlan}`, tipo: 'vlan', called_sid: `vlan${vlan}` },
    equipamento_roteamento: makeEquipamento(cidade, 'BNG', n, 1),
  }
}

function makeAcesso(random: Random, cidade: Cidade, tecnologia: string, n: number) {
  if (tecnologia === 'Rádio') {
    const setor = random.int(1, 6)
    const nome = `${cidade.sigla}-AP-0${n} setor ${setor}`
    return {
      interface: { nome, tipo: 'wireless', called_sid: `${cidade.sigla}AP${n}S${setor}` },
      equipamento_conexao: makeEquipamento(cidade, 'AP', n, 2),
      porta_atendimento: { numero: setor, equipamento: `${cidade.sigla}-TORRE-0${n}` },
    }
  }
  if (tecnologia === 'FTTH') {
    const [slot, pon] = [random.int(1, 2), random.int(1, 8)]
    const nome = `${cidade.sigla}-OLT-0${n} PON 0/${slot}/${pon}`
    return {
      interface: { nome, tipo: 'pon', called_sid: null },
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
