// A customer as another system exports it: some texts are null or missing, and some fields are unknown to Alô.

const endereco = { completo: 'Rua Goiás, 86, Divinópolis', logradouro: 'Rua', endereco: 'Goiás', numero: '86' }
export const pacote = {
  id_pacote: 53,
  codigo: null,
  descricao: 'TV',
  valor: '10',
  data_cadastro: '2022-09-12 16:56:18',
}
export const servico = {
  id_cliente_servico: 17_711,
  id_servico: 2_734,
  numero_plano: 0,
  nome: 'Combo 30',
  valor: 89.9,
  status: 'Aguardando Instalação',
  status_prefixo: 'aguardando_instalacao',
  velocidade_download: '30 Mbits',
  login: 'teste2023',
  senha: null,
  ipv4: null,
  interface: { nome: 'PON5', tipo: 'gpon', called_sid: null },
  equipamento_conexao: { nome: 'OLT XPTO', ipv4: null },
  pacotes: [pacote],
  endereco_instalacao: { ...endereco, complemento: null, coordenadas: { latitude: null, longitude: null } },
  endereco_fiscal: { completo: 'Rua Goiás, 86' },
}
export const cliente = {
  id_cliente: 25_138,
  codigo_cliente: 2_023,
  nome_razaosocial: 'Teste',
  nome_fantasia: null,
  tipo_pessoa: 'pf',
  cpf_cnpj: '57893953098',
  telefone_primario: '3799999999',
  telefone_secundario: null,
  data_cadastro: '2022-09-28 15:06:27',
  data_nascmento: null,
  alerta_mensagens: [],
  servicos: [servico, { ...servico, id_cliente_servico: 17_712, ipv4: '100.64.0.2', pacotes: [] }],
}
