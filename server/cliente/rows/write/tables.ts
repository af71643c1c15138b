/** The columns that an import fills, by table, with their PostgreSQL types, in the order of the rows made for them. */
export const tables = {
  cliente: {
    id_cliente: 'int',
    codigo_cliente: 'int',
    nome_razaosocial: 'text',
    nome_fantasia: 'text',
    tipo_pessoa: 'text',
    cpf_cnpj: 'text',
    telefone_primario: 'text',
    telefone_secundario: 'text',
    telefone_terciario: 'text',
    email_principal: 'text',
    email_secundario: 'text',
    rg: 'text',
    rg_emissao: 'text',
    inscricao_municipal: 'text',
    inscricao_estadual: 'text',
    data_cadastro: 'timestamp',
    data_nascmento: 'timestamp',
    data_fechamento: 'date',
    busca: 'text',
  },
  cliente_telefone: { chave: 'text', id_cliente: 'int' },
  cliente_servico: {
    id_cliente_servico: 'int',
    id_cliente: 'int',
    id_servico: 'int',
    numero_plano: 'int',
    nome: 'text',
    valor: 'numeric',
    status: 'text',
    status_prefixo: 'text',
    tecnologia: 'text',
    login: 'text',
    senha: 'text',
    ipv4: 'text',
    ipv6: 'text',
    id_interface: 'int',
    id_interface_roteamento: 'int',
    id_equipamento_conexao: 'int',
    id_equipamento_roteamento: 'int',
  },
  pacote: {
    id_pacote: 'int',
    codigo: 'text',
    descricao: 'text',
    valor: 'text',
    observacoes: 'text',
    data_cadastro: 'timestamp',
  },
  cliente_servico_pacote: { id_cliente_servico: 'int', ordem: 'int', id_pacote: 'int' },
  grupo: { id: 'int', descricao: 'text' },
  cliente_servico_grupo: { id_cliente_servico: 'int', ordem: 'int', id_grupo: 'int' },
  cliente_servico_senha: {
    id_cliente_servico_senha: 'int',
    id_cliente_servico: 'int',
    descricao: 'text',
    usuario: 'text',
    senha: 'text',
  },
  endereco: {
    id_cliente_servico: 'int',
    tipo: '"TipoEndereco"',
    completo: 'text',
    logradouro: 'text',
    endereco: 'text',
    numero: 'text',
    complemento: 'text',
    bairro: 'text',
    cep: 'text',
    estado: 'text',
    uf: 'text',
    cidade: 'text',
    latitude: 'float8',
    longitude: 'float8',
  },
  porta_atendimento: { id_cliente_servico: 'int', numero: 'int', equipamento: 'text' },
  status_conexao: {
    id_cliente_servico: 'int',
    conectado: 'bool',
    ultima_conexao: 'timestamp',
    ultima_desconexao: 'timestamp',
    ultimo_ipv4: 'text',
  },
} as const

export type Table = keyof typeof tables
export type Cell = string | number | boolean | null
export type Rows = Record<Table, Record<string, Cell>[]>

/** Tables whose rows hang on a service and are replaced with it. */
export const servicoTables = [
  'cliente_servico_pacote',
  'cliente_servico_grupo',
  'cliente_servico_senha',
  'endereco',
  'porta_atendimento',
  'status_conexao',
] as const satisfies Table[]

/** Written for all customers; those above them in the list are referred to by those below. */
export const insertOrder = [
  'pacote',
  'grupo',
  'cliente',
  'cliente_telefone',
  'cliente_servico',
  ...servicoTables,
] as const satisfies Table[]

const keys: Partial<Record<Table, string>> = {
  cliente: 'id_cliente',
  cliente_servico: 'id_cliente_servico',
  pacote: 'id_pacote',
  grupo: 'id',
}

/**
 * Inserts rows into all tables of `insertOrder` at once, each a JSON array in the parameter of its place: the database is
 * busy with all of a batch while the next one is made. Rows with a key that is known already are brought up to date.
 */
export function insertSql(): string {
  const inserts = insertOrder.map((table, index) => `new_${table} AS (${insertOneSql(table, index + 1)})`)
  return `WITH ${inserts.join(',\n')} SELECT`
}

function insertOneSql(table: Table, parameter: number): string {
  const columns = Object.keys(tables[table])
  const typed = Object.entries(tables[table]).map(([column, type]) => `${column} ${type}`)
  const insert = `INSERT INTO ${table} (${columns}) SELECT * FROM json_to_recordset($${parameter}::json) AS r(${typed})`
  const key = keys[table]
  if (!key) return insert
  const rest = columns.filter((column) => column !== key)
  const set = rest.map((column) => `${column} = excluded.${column}`)
  const [old, fresh] = [table, 'excluded'].map((row) => rest.map((column) => `${row}.${column}`))
  return `${insert} ON CONFLICT (${key}) DO UPDATE SET ${set} WHERE (${old}) IS DISTINCT FROM (${fresh})`
}
