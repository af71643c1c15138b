import type { ClienteResumo } from '#contract/clienteResumo'
import type { Termo } from '#domain/busca'
import type { Database } from '../database/open.ts'
import { beginning, containing } from './browse/like.ts'
import { type ClienteResumoRow, presentClienteResumo } from './presentResumo.ts'
import { activeFirstSql, clienteResumoSql } from './resumoSql.ts'

const maxClientes = 20
/** Of a very common name only so many are looked at for the order: the agent types on. */
const maxByName = 200

/**
 * Every branch is one index look-up with its own limit, so that the time does not grow with the number of customers.
 * $1 code, $2 whole telephones, $3 beginnings of telephones, $4 beginning of the document, $5 beginning of the login,
 * $6 beginning of the name, $7 words of the name as LIKE patterns. A branch whose parameter is null finds nothing.
 */
const sql = `
WITH achados (id_cliente, ordem) AS (
  SELECT id_cliente, 0 FROM cliente WHERE codigo_cliente = $1 OR id_cliente = $1
  UNION ALL SELECT id_cliente, 1 FROM cliente_telefone WHERE chave = ANY($2::text[])
  UNION ALL (SELECT t.id_cliente, 2 FROM unnest($3::text[]) p JOIN LATERAL (
    SELECT id_cliente FROM cliente_telefone WHERE chave LIKE p LIMIT ${maxClientes}) t ON true)
  UNION ALL (SELECT id_cliente, 2 FROM cliente WHERE cpf_cnpj LIKE $4 LIMIT ${maxClientes})
  UNION ALL (SELECT id_cliente, 3 FROM cliente_servico WHERE lower(login) LIKE $5 LIMIT ${maxClientes})
  UNION ALL (SELECT id_cliente, 4 FROM cliente WHERE left(busca, 60) LIKE $6 ORDER BY left(busca, 60) USING ~<~ LIMIT ${maxClientes})
  UNION ALL (SELECT id_cliente, 5 FROM cliente WHERE busca LIKE ALL($7::text[]) AND cardinality($7::text[]) > 0 LIMIT ${maxByName})
), melhores AS (
  SELECT id_cliente, min(ordem) AS ordem FROM achados GROUP BY id_cliente
), primeiros AS (
  SELECT c.id_cliente, row_number() OVER (ORDER BY m.ordem, ${activeFirstSql}) AS lugar
  FROM melhores m JOIN cliente c USING (id_cliente) ORDER BY lugar LIMIT ${maxClientes}
)
SELECT ${clienteResumoSql} AS resumo FROM primeiros JOIN cliente c USING (id_cliente) ORDER BY lugar`

export function clienteSearcher(database: Database) {
  const run = database.prepared<{ resumo: ClienteResumoRow }>('cliente_search', sql)
  /** At most 20 customers, best first: code, telephone, document, login, beginning of the name, name. */
  return async (termo: Termo): Promise<ClienteResumo[]> => {
    const name = termo.nome.join(' ')
    // A word of fewer than three letters has no trigram: alone it searches only beginnings of names.
    const words = termo.nome.some((word) => word.length >= 3) ? termo.nome : []
    const { rows } = await run([
      termo.codigo,
      termo.telefones,
      termo.telefonePrefixos.map(beginning),
      termo.documento && beginning(termo.documento),
      termo.login && beginning(termo.login),
      name === '' ? null : beginning(name.slice(0, 60)),
      words.map(containing),
    ])
    return rows.map((row) => presentClienteResumo(row.resumo))
  }
}
