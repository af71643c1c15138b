import type { ListQuery } from '../../rules/listQuery.ts'
import type { Relacao } from '../../wire/cliente.ts'
import { type Field, fields, servicoFields } from './fields.ts'
import { shownSql } from './idsSql.ts'

/** What a row of a batch is; rows of one batch come in any order. */
export const kinds = {
  /** owner: id_cliente, extra: data_fechamento */
  cliente: 0,
  /** owner: id_cliente, place: id_cliente_servico, extra: ids of interfaces and equipment, comma-separated */
  servico: 1,
  /** owner of all that follow: id_cliente_servico; place: place in the list, extra: id_pacote */
  pacote: 2,
  /** place: place in the list, extra: id */
  grupo: 3,
  /** place: id of the password */
  senha: 4,
  /** One kind for each type of address: its fields, then its coordinates'. */
  endereco_cadastral: 5,
  endereco_instalacao: 6,
  endereco_fiscal: 7,
  endereco_cobranca: 8,
  porta_atendimento: 9,
  status_conexao: 10,
} as const

type Part = { kind: string; owner: string; place?: string; extra?: string; own?: readonly Field[]; from: string }

const enderecos = ['endereco_cadastral', 'endereco_instalacao', 'endereco_fiscal', 'endereco_cobranca'] as const
const tipoOf = (relacao: string) => relacao.slice('endereco_'.length)
const ofServico = (table: string, alias: string) => `s JOIN ${table} ${alias} USING (id_cliente_servico)`

function partsOf({ relacoes, senha }: ListQuery, ids: string): Part[] {
  const has = (relacao: Relacao) => relacoes.includes(relacao)
  const tipos = enderecos.filter(has).map(tipoOf)
  const parts: (Part | false)[] = [
    {
      kind: `${kinds.cliente}`,
      owner: 'c.id_cliente',
      extra: 'c.data_fechamento::text',
      own: fields.cliente,
      from: `cliente c WHERE c.id_cliente = ANY(${ids})`,
    },
    {
      kind: `${kinds.servico}`,
      owner: 's.id_cliente',
      place: 's.id_cliente_servico',
      extra:
        "concat_ws(',', coalesce(s.id_interface, 0), coalesce(s.id_interface_roteamento, 0), coalesce(s.id_equipamento_conexao, 0), coalesce(s.id_equipamento_roteamento, 0))",
      own: servicoFields(senha),
      from: 's',
    },
    has('pacotes') && {
      kind: `${kinds.pacote}`,
      owner: 'p.id_cliente_servico',
      place: 'p.ordem',
      extra: 'p.id_pacote::text',
      from: ofServico('cliente_servico_pacote', 'p'),
    },
    has('grupos') && {
      kind: `${kinds.grupo}`,
      owner: 'g.id_cliente_servico',
      place: 'g.ordem',
      extra: 'g.id_grupo::text',
      from: ofServico('cliente_servico_grupo', 'g'),
    },
    has('senhas') && {
      kind: `${kinds.senha}`,
      owner: 'p.id_cliente_servico',
      place: 'p.id_cliente_servico_senha',
      own: fields.senha,
      from: ofServico('cliente_servico_senha', 'p'),
    },
    tipos.length > 0 && {
      kind: `CASE e.tipo ${enderecos.map((relacao) => `WHEN '${tipoOf(relacao)}' THEN ${kinds[relacao]}`).join(' ')} END`,
      owner: 'e.id_cliente_servico',
      own: [...fields.endereco, ...fields.coordenadas],
      from: `${ofServico('endereco', 'e')} WHERE e.tipo IN (${tipos.map((tipo) => `'${tipo}'`)})`,
    },
    has('porta_atendimento') && {
      kind: `${kinds.porta_atendimento}`,
      owner: 'p.id_cliente_servico',
      own: fields.porta_atendimento,
      from: ofServico('porta_atendimento', 'p'),
    },
    has('status_conexao') && {
      kind: `${kinds.status_conexao}`,
      owner: 'x.id_cliente_servico',
      own: fields.status_conexao,
      from: ofServico('status_conexao', 'x'),
    },
  ]
  return parts.filter((part) => part !== false)
}

/** kind, owner, place, extra, and the part's own fields, as many columns as its widest sibling has. */
function partSql({ kind, owner, place = 'NULL::int', extra = 'NULL', own = [], from }: Part, widest: number): string {
  const padding = Array<string>(widest - own.length).fill('NULL')
  return `SELECT ${[kind, owner, place, extra, ...own.map(({ sql }) => sql), ...padding].join(', ')} FROM ${from}`
}

/**
 * Everything of these customers that the query asks for, in one statement, so that no customer is half-written even
 * outside of a transaction; as COPY, which comes by the piece and not by the value. Values are plain text: PostgreSQL's
 * own JSON functions look every value's type up anew, so that the objects are written by `ClienteWriter`.
 */
export function batchSql(ids: ArrayLike<number>, query: ListQuery): string {
  const given = `'{${Array.prototype.join.call(ids, ',')}}'::int[]`
  const parts = partsOf(query, given)
  const widest = Math.max(...parts.map(({ own = [] }) => own.length))
  return `COPY (WITH s AS MATERIALIZED (SELECT * FROM cliente_servico s WHERE s.id_cliente = ANY(${given}) AND ${shownSql(query.cancelado)})
${parts.map((part) => partSql(part, widest)).join('\nUNION ALL\n')}) TO STDOUT`
}
