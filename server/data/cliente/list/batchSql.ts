import type { Relacao } from '#contract/cliente'
import { shownSql } from './idsSql.ts'

/** What a row of a batch is; rows of one batch come in any order. */
export const kinds = {
  /** a: id_cliente, t: its object, x: data_fechamento */
  cliente: 0,
  /** a: id_cliente_servico, b: id_cliente, t: its object, x: ids of interfaces and equipment, comma-separated */
  servico: 1,
  /** a: id_cliente_servico, b: place in the list, x: id_pacote */
  pacote: 2,
  /** a: id_cliente_servico, b: place in the list, x: id */
  grupo: 3,
  /** a: id_cliente_servico, b: id of the password, t: its object */
  senha: 4,
  /** a: id_cliente_servico, t: its object without coordinates, x: the coordinates' fields; one kind for each type */
  endereco_cadastral: 5,
  endereco_instalacao: 6,
  endereco_fiscal: 7,
  endereco_cobranca: 8,
  /** a: id_cliente_servico, t: its object */
  porta_atendimento: 9,
  status_conexao: 10,
} as const

const enderecos = ['endereco_cadastral', 'endereco_instalacao', 'endereco_fiscal', 'endereco_cobranca'] as const

const clienteSql = `SELECT 0 AS k, whole.id_cliente AS a, NULL::int AS b, row_to_json(r)::text AS t, data_fechamento::text AS x
FROM cliente AS whole, LATERAL (SELECT id_cliente, codigo_cliente, nome_razaosocial, nome_fantasia, tipo_pessoa, cpf_cnpj,
  telefone_primario, telefone_secundario, telefone_terciario, email_principal, email_secundario, rg, rg_emissao,
  inscricao_municipal, inscricao_estadual, data_cadastro::text, data_nascmento::text) AS r (id_cliente, codigo_cliente,
  nome_razaosocial, nome_fantasia, tipo_pessoa, cpf_cnpj, telefone_primario, telefone_secundario, telefone_terciario,
  email_principal, email_secundario, rg, rg_emissao, inscricao_municipal, inscricao_estadual, data_cadastro, data_nascmento)
WHERE whole.id_cliente = ANY($1::int[])`

const servicoSql = `SELECT 1, s.id_cliente_servico, s.id_cliente, row_to_json(r)::text,
  concat(s.id_interface, ',', s.id_interface_roteamento, ',', s.id_equipamento_conexao, ',', s.id_equipamento_roteamento)
FROM s, LATERAL (SELECT s.id_cliente_servico, s.id_servico, s.numero_plano, s.nome, trim_scale(s.valor), s.status,
  s.status_prefixo, s.tecnologia, s.login, s.senha, s.ipv4, s.ipv6) AS r (id_cliente_servico, id_servico, numero_plano, nome,
  valor, status, status_prefixo, tecnologia, login, senha, ipv4, ipv6)`

const pacoteSql =
  'SELECT 2, p.id_cliente_servico, p.ordem, NULL, p.id_pacote::text FROM s JOIN cliente_servico_pacote p USING (id_cliente_servico)'
const grupoSql =
  'SELECT 3, g.id_cliente_servico, g.ordem, NULL, g.id_grupo::text FROM s JOIN cliente_servico_grupo g USING (id_cliente_servico)'

const senhaSql = `SELECT 4, p.id_cliente_servico, p.id_cliente_servico_senha, row_to_json(r)::text, NULL
FROM s JOIN cliente_servico_senha p USING (id_cliente_servico), LATERAL (SELECT p.id_cliente_servico_senha, p.descricao,
  p.usuario, p.senha) AS r (id_cliente_servico_senha, descricao, usuario, senha)`

const enderecoSql = (tipos: string[]) => `SELECT CASE e.tipo WHEN 'cadastral' THEN 5 WHEN 'instalacao' THEN 6
  WHEN 'fiscal' THEN 7 ELSE 8 END, e.id_cliente_servico, NULL, row_to_json(r)::text,
  concat('"latitude":', coalesce(e.latitude::text, 'null'), ',"longitude":', coalesce(e.longitude::text, 'null'))
FROM s JOIN endereco e USING (id_cliente_servico), LATERAL (SELECT e.completo, e.logradouro, e.endereco, e.numero,
  e.complemento, e.bairro, e.cep, e.estado, e.uf, e.cidade) AS r (completo, logradouro, endereco, numero, complemento, bairro,
  cep, estado, uf, cidade)
${tipos.length === 4 ? '' : `WHERE e.tipo IN (${tipos.map((tipo) => `'${tipo}'`)})`}`

const portaSql = `SELECT 9, p.id_cliente_servico, NULL, row_to_json(r)::text, NULL
FROM s JOIN porta_atendimento p USING (id_cliente_servico),
  LATERAL (SELECT p.numero, p.equipamento) AS r (numero, equipamento)`

const statusSql = `SELECT 10, x.id_cliente_servico, NULL, row_to_json(r)::text, NULL
FROM s JOIN status_conexao x USING (id_cliente_servico), LATERAL (SELECT x.conectado, x.ultima_conexao::text,
  x.ultima_desconexao::text, x.ultimo_ipv4) AS r (conectado, ultima_conexao, ultima_desconexao, ultimo_ipv4)`

/**
 * Everything of the customers `$1` that the query asks for, in one statement, so that no customer is half-written even
 * outside of a transaction. PostgreSQL writes each row's object as JSON text; the objects are joined by `JoinBatch`.
 */
export function batchSql(relacoes: readonly Relacao[], cancelado: boolean): string {
  const has = (relacao: Relacao) => relacoes.includes(relacao)
  const tipos = enderecos.filter(has).map((relacao) => relacao.slice('endereco_'.length))
  const parts = [
    clienteSql,
    servicoSql,
    has('pacotes') && pacoteSql,
    has('grupos') && grupoSql,
    has('senhas') && senhaSql,
    tipos.length > 0 && enderecoSql(tipos),
    has('porta_atendimento') && portaSql,
    has('status_conexao') && statusSql,
  ]
  return `WITH s AS MATERIALIZED (SELECT * FROM cliente_servico s WHERE s.id_cliente = ANY($1::int[]) AND ${shownSql(cancelado)})
${parts.filter(Boolean).join('\nUNION ALL\n')}`
}

/** Things that many services share: read once, kept as JSON text. */
export const sharedSql = {
  interface: `SELECT i.id_interface, row_to_json(r)::text FROM interface i,
    LATERAL (SELECT i.nome, i.tipo, i.called_sid) AS r (nome, tipo, called_sid)`,
  equipamento: `SELECT e.id_equipamento, row_to_json(r)::text FROM equipamento e,
    LATERAL (SELECT e.nome, e.ipv4, e.ipv6) AS r (nome, ipv4, ipv6)`,
  pacote: `SELECT p.id_pacote, row_to_json(r)::text FROM pacote p, LATERAL (SELECT p.id_pacote, p.codigo, p.descricao, p.valor,
    p.observacoes, p.data_cadastro::text) AS r (id_pacote, codigo, descricao, valor, observacoes, data_cadastro)`,
  grupo: 'SELECT g.id, row_to_json(r)::text FROM grupo g, LATERAL (SELECT g.id, g.descricao) AS r (id, descricao)',
} as const
