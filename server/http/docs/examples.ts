import type { Cliente, ClienteServico, Endereco } from '../../cliente/wire/cliente.ts'

const endereco: Endereco = {
  completo: 'Rua das Acácias, 120, Casa 2, Centro, Divinópolis - MG, 35500-001',
  logradouro: 'Rua',
  endereco: 'das Acácias',
  numero: '120',
  complemento: 'Casa 2',
  bairro: 'Centro',
  cep: '35500-001',
  estado: 'MG',
  uf: 'Minas Gerais',
  cidade: 'Divinópolis',
  coordenadas: { latitude: -20.144581, longitude: -44.892136 },
}

const servico: ClienteServico = {
  id_cliente_servico: 1,
  id_servico: 2,
  numero_plano: 102,
  nome: 'Fibra 500 Mega',
  valor: 99.9,
  status: 'Serviço Habilitado',
  status_prefixo: 'servico_habilitado',
  tecnologia: 'FTTH',
  login: 'maria.conceicao1',
  senha: 'exemplo',
  ipv4: '100.64.10.21',
  ipv6: null,
}

const pacotes: ClienteServico['pacotes'] = [
  {
    id_pacote: 1,
    codigo: 'TV-BASICO',
    descricao: 'TV Básico 60 canais',
    valor: '39.90',
    observacoes: '',
    data_cadastro: '2021-03-01 09:00:00',
  },
]

const redes: Partial<ClienteServico> = {
  interface: { nome: 'OLT-DIV-01 PON 1/3', tipo: 'pon', called_sid: null },
  interface_roteamento: { nome: 'DIV-BNG-01 vlan101', tipo: 'vlan', called_sid: 'vlan101' },
  equipamento_conexao: { nome: 'OLT-DIV-01', ipv4: '10.1.4.2', ipv6: null },
  equipamento_roteamento: { nome: 'DIV-BNG-01', ipv4: '10.1.1.2', ipv6: '2001:db8:1::2' },
  pacotes,
  senhas: [{ id_cliente_servico_senha: 1, descricao: 'Roteador', usuario: 'admin', senha: 'exemplo' }],
  endereco_cadastral: endereco,
  endereco_instalacao: endereco,
  endereco_fiscal: endereco,
  endereco_cobranca: endereco,
}

/** One customer with what the listing shows of its own accord. */
export const clienteExample: Cliente = {
  id_cliente: 1,
  codigo_cliente: 10001,
  nome_razaosocial: 'Maria da Conceição Souza',
  nome_fantasia: null,
  tipo_pessoa: 'pf',
  cpf_cnpj: '12345678909',
  telefone_primario: '37999912222',
  telefone_secundario: '',
  telefone_terciario: '',
  email_principal: 'maria@exemplo.com.br',
  email_secundario: null,
  rg: null,
  rg_emissao: null,
  inscricao_municipal: null,
  inscricao_estadual: null,
  data_cadastro: '2021-03-01 09:00:00',
  data_nascmento: '1984-07-12 00:00:00',
  servicos: [{ ...servico, ...redes }],
}

/** The same with `relacoes=pacotes`: the other relations are absent. */
export const clienteSoPacotes: Cliente = { ...clienteExample, servicos: [{ ...servico, pacotes }] }
