import { statusPrefixoCancelado } from '../../cliente/rules/situacao.ts'
import type { Grupo, Pacote } from '../../cliente/wire/cliente.ts'

export interface Situacao {
  peso: number
  status: string
  status_prefixo: string
  /** Installed once, so that its network relations name real equipment. */
  instalado: boolean
  /** May have a session now. */
  conecta: boolean
}

/** Statuses as the provider's back office words them. */
export const habilitado = situacao(76, 'Serviço Habilitado', 'servico_habilitado', true, true)
export const suspensoDebito = situacao(7, 'Suspenso por Débito', 'suspenso_debito', true, false)
export const bloqueioParcial = situacao(5, 'Bloqueio Parcial', 'bloqueio_parcial', true, true)
export const aguardandoInstalacao = situacao(6, 'Aguardando Instalação', 'aguardando_instalacao', false, false)

/** The statuses of a service that is not cancelled. */
export const situacoes: readonly Situacao[] = [
  habilitado,
  suspensoDebito,
  bloqueioParcial,
  aguardandoInstalacao,
  situacao(3, 'Suspenso a Pedido', 'suspenso_pedido', true, false),
  situacao(3, 'Aguardando Assinatura', 'aguardando_assinatura', false, false),
]

export const situacaoCancelada: Situacao = situacao(1, 'Serviço Cancelado', statusPrefixoCancelado, true, false)

function situacao(peso: number, status: string, prefixo: string, instalado: boolean, conecta: boolean): Situacao {
  return { peso, status, status_prefixo: prefixo, instalado, conecta }
}

interface Plano {
  peso: number
  id_servico: number
  numero_plano: number
  nome: string
  valor: number
  /** How the subscriber is reached, which decides the network and the groups. */
  meio: string
}

export const planos: readonly Plano[] = [
  plano(20, 1, 'Fibra 300 Mega', 89.9, 'FTTH'),
  plano(24, 2, 'Fibra 500 Mega', 99.9, 'FTTH'),
  plano(14, 3, 'Fibra 700 Mega + Wi-Fi 6', 119.9, 'FTTH'),
  plano(6, 4, 'Fibra 1 Giga', 149.9, 'FTTH'),
  plano(5, 5, 'Fibra Empresarial 600 Mega', 249.9, 'FTTH'),
  plano(1, 6, 'Link Dedicado 1 Gbps', 2890, 'Fibra dedicada'),
  plano(8, 7, 'Rural 20 Mega', 109.5, 'Rádio'),
  plano(4, 8, 'Rádio 10 Mega', 79.99, 'Rádio'),
  plano(4, 9, 'Condomínio 200 Mega', 69.9, 'Cabo UTP'),
  plano(3, 10, 'Cabo 100 Mega', 84.9, 'HFC'),
  plano(2, 11, 'Telefonia Fixa', 29.9, 'VoIP'),
]

function plano(peso: number, id: number, nome: string, valor: number, meio: string): Plano {
  return { peso, id_servico: id, numero_plano: 100 + id, nome, valor, meio }
}

export const pacotes: readonly Pacote[] = [
  pacote(1, 'TV-BASICO', 'TV Básico 60 canais', '39.90', '2019-03-01'),
  pacote(2, 'TV-FULL', 'TV Completo 120 canais + esportes', '89.90', '2019-03-01'),
  pacote(3, 'STREAM', 'Streaming de filmes e séries', '24.90', '2021-08-15'),
  pacote(4, 'ANTIVIRUS', 'Antivírus para 3 dispositivos', '9.90', '2020-01-10'),
  pacote(5, '0010', 'IP fixo', '30.00', '2018-06-01', 'Somente para planos empresariais'),
  pacote(6, 'WIFI MESH', 'Ponto adicional de Wi-Fi', '19.90', '2022-11-20', 'Equipamento em comodato'),
  pacote(7, 'LIVROS', 'Clube de livros e revistas', '0.00', '2023-02-01', 'Cortesia'),
]

function pacote(id: number, codigo: string, descricao: string, valor: string, dia: string, observacoes = ''): Pacote {
  return { id_pacote: id, codigo, descricao, valor, observacoes, data_cadastro: `${dia} 09:00:00` }
}

export const grupos: readonly Grupo[] = [
  { id: 1, descricao: 'Residencial' },
  { id: 2, descricao: 'Empresarial' },
  { id: 3, descricao: 'Zona rural' },
  { id: 4, descricao: 'Condomínios' },
  { id: 5, descricao: 'Cliente VIP' },
]
