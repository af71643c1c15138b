/** A field of a JSON object: its name, the SQL of its value, and whether that stands bare: a number or a boolean. */
export type Field = { name: string; sql: string; bare: boolean }

const quoted = (alias: string, names: string, cast = ''): Field[] =>
  names.split(' ').map((name) => ({ name, sql: `${alias}.${name}${cast}`, bare: false }))
const moments = (alias: string, names: string) => quoted(alias, names, '::text')
const bare = (alias: string, names: string): Field[] =>
  quoted(alias, names, '::text').map((field) => ({ ...field, bare: true }))

/** The fields of each kind of row that a customer is put together from, in the order of the spec's tables. */
export const fields = {
  cliente: [
    ...bare('c', 'id_cliente codigo_cliente'),
    ...quoted('c', 'nome_razaosocial nome_fantasia tipo_pessoa cpf_cnpj'),
    ...quoted('c', 'telefone_primario telefone_secundario telefone_terciario email_principal email_secundario'),
    ...quoted('c', 'rg rg_emissao inscricao_municipal inscricao_estadual'),
    ...moments('c', 'data_cadastro data_nascmento'),
  ],
  servico: [
    ...bare('s', 'id_cliente_servico id_servico numero_plano'),
    ...quoted('s', 'nome'),
    { name: 'valor', sql: 'trim_scale(s.valor)::text', bare: true },
    ...quoted('s', 'status status_prefixo tecnologia login senha ipv4 ipv6'),
  ],
  senha: [...bare('p', 'id_cliente_servico_senha'), ...quoted('p', 'descricao usuario senha')],
  endereco: quoted('e', 'completo logradouro endereco numero complemento bairro cep estado uf cidade'),
  coordenadas: bare('e', 'latitude longitude'),
  porta_atendimento: [...bare('p', 'numero'), ...quoted('p', 'equipamento')],
  status_conexao: [
    ...bare('x', 'conectado'),
    ...moments('x', 'ultima_conexao ultima_desconexao'),
    ...quoted('x', 'ultimo_ipv4'),
  ],
} satisfies Record<string, Field[]>

/** What a list that hides the services' own `senha` has of them. */
export const servicoFields = (senha: boolean): Field[] =>
  senha ? fields.servico : fields.servico.filter(({ name }) => name !== 'senha')
