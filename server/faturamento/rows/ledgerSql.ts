import type { LedgerFilter } from '../wire/ledger.ts'

/** Where a page ended. */
export interface LedgerCursor {
  criadoEmMs: number
  id: number
}

export interface Conditions {
  from: string
  where: string
  values: unknown[]
}

/** The filter as a source `e` and conditions on it. Days are the desk's own, both ends included. */
export function ledgerConditions(
  { cliente, data_inicio, data_fim, tipo, autor }: LedgerFilter,
  timeZone: string,
  after: LedgerCursor | null,
): Conditions {
  const values: unknown[] = []
  const place = (value: unknown) => `$${values.push(value)}`
  const conditions = ['true']
  // A customer's events are few: found by their services and then sorted, never by walking the whole ledger in order.
  const from =
    cliente === undefined
      ? 'evento_faturamento e'
      : `(SELECT v.* FROM cliente_servico JOIN evento_faturamento v USING (id_cliente_servico)
          WHERE id_cliente = ${place(cliente)} OFFSET 0) e`
  const midnight = (dia: string, days: number) =>
    `((${place(dia)}::date + ${days})::timestamp AT TIME ZONE ${place(timeZone)})`
  if (data_inicio) conditions.push(`e.criado_em >= ${midnight(data_inicio, 0)}`)
  if (data_fim) conditions.push(`e.criado_em < ${midnight(data_fim, 1)}`)
  if (tipo) conditions.push(`e.tipo = ${place(tipo)}::"TipoEvento"`)
  const [kind, id] = autor?.split(':') ?? []
  if (kind) conditions.push(`e.${kind === 'token' ? 'token_id' : 'usuario_id'} = ${place(Number(id))}`)
  if (after) {
    conditions.push(
      `(e.criado_em, e.id_evento_faturamento) < (${place(new Date(after.criadoEmMs))}::timestamptz, ${place(after.id)}::int)`,
    )
  }
  return { from, where: conditions.join(' AND '), values }
}

/** The page's rows are chosen first, from one index, and only those few are told whole. */
export const ledgerPageSql = ({ from, where }: Conditions, limit: number) => `
WITH pagina AS MATERIALIZED (
  SELECT * FROM ${from} WHERE ${where} ORDER BY e.criado_em DESC, e.id_evento_faturamento DESC LIMIT ${limit}
)
SELECT e.id_evento_faturamento, e.lancamento, e.tipo, e.descricao, e.valor_centavos, e.parcela, e.total_parcelas,
  e.proximo_faturamento, e.mes, e.ano, e.criado_em, e.estorno_de, e.motivo_estorno, e.usuario_id, e.token_id,
  e.id_cliente_servico, s.nome AS servico, c.id_cliente, c.codigo_cliente, c.nome_razaosocial, e.id_tipo_servico, t.display,
  u.nome AS usuario, k.nome AS token, r.id_evento_faturamento AS estornado_por
FROM pagina e
JOIN cliente_servico s USING (id_cliente_servico) JOIN cliente c USING (id_cliente) JOIN tipo_servico t USING (id_tipo_servico)
LEFT JOIN usuario u ON u.id = e.usuario_id LEFT JOIN token k ON k.id = e.token_id
LEFT JOIN evento_faturamento r ON r.estorno_de = e.id_evento_faturamento
ORDER BY e.criado_em DESC, e.id_evento_faturamento DESC`

export const ledgerTotalsSql = ({ from, where }: Conditions) => `
SELECT count(*)::int AS eventos, coalesce(sum(valor_centavos) FILTER (WHERE tipo = 'acrescimo'), 0)::float8 AS acrescimo_centavos,
  coalesce(sum(valor_centavos) FILTER (WHERE tipo = 'desconto'), 0)::float8 AS desconto_centavos
FROM ${from} WHERE ${where}`
