import type { Database } from '../../database/open.ts'
import type { Termo } from '../rules/busca.ts'
import type { ClienteResumo } from '../wire/resumo.ts'
import { containing, lastCharacter } from './browse/like.ts'
import { type ClienteResumoRow, presentClienteResumo } from './presentResumo.ts'
import { activeFirstSql, clienteResumoSql } from './resumoSql.ts'

const maxClientes = 20
/** Of a very common name only so many are looked at for the order: the agent types on. */
const maxByName = 200

/** As many words of a name are looked up in the trigram index; the rest of a longer term is compared afterwards. */
const maxIndexed = 3

/**
 * Beginnings are ranges, not LIKE: the statement is planned once for all terms, and only a range of unknown texts can use
 * an index then. `~>=~` and `~<~` are the byte order of `text_pattern_ops`.
 */
const begins = (column: string, beginning: string) =>
  `${column} ~>=~ ${beginning} AND ${column} ~<~ (${beginning} || '${lastCharacter}')`

/**
 * Every branch is one index look-up with its own limit, so that the time does not grow with the number of customers.
 * $1 code, $2 whole telephones, $3 beginnings of telephones, $4 beginning of the document, $5 beginning of the login,
 * $6 beginning of the name, $7 to $9 words of the name as LIKE patterns, $10 all of them. A branch whose parameter is
 * null finds nothing. `nomes` is materialized so that its limit does not lead the planner past the trigram index.
 */
export const searchSql = `
WITH nomes AS MATERIALIZED (
  SELECT id_cliente FROM cliente
  WHERE busca LIKE $7 AND busca LIKE $8 AND busca LIKE $9 AND busca LIKE ALL($10::text[])
), achados (id_cliente, ordem) AS (
  SELECT id_cliente, 0 FROM cliente WHERE codigo_cliente = $1::int
  UNION ALL SELECT id_cliente, 0 FROM cliente WHERE id_cliente = $1::int
  UNION ALL SELECT id_cliente, 1 FROM cliente_telefone WHERE chave = ANY($2::text[])
  UNION ALL (SELECT t.id_cliente, 2 FROM unnest($3::text[]) p JOIN LATERAL (
    SELECT id_cliente FROM cliente_telefone WHERE ${begins('chave', 'p')} LIMIT ${maxClientes}) t ON true)
  UNION ALL (SELECT id_cliente, 2 FROM cliente WHERE ${begins('cpf_cnpj', '$4::text')} LIMIT ${maxClientes})
  UNION ALL (SELECT id_cliente, 3 FROM cliente_servico WHERE ${begins('lower(login)', '$5::text')} LIMIT ${maxClientes})
  UNION ALL (SELECT id_cliente, 4 FROM cliente WHERE ${begins('left(busca, 60)', '$6::text')}
    ORDER BY left(busca, 60) USING ~<~ LIMIT ${maxClientes})
  UNION ALL (SELECT id_cliente, 5 FROM nomes LIMIT ${maxByName})
), melhores AS (
  SELECT id_cliente, min(ordem) AS ordem FROM achados GROUP BY id_cliente
), primeiros AS (
  SELECT c.id_cliente, row_number() OVER (ORDER BY m.ordem, ${activeFirstSql}) AS lugar
  FROM melhores m JOIN cliente c USING (id_cliente) ORDER BY lugar LIMIT ${maxClientes}
)
SELECT ${clienteResumoSql} AS resumo FROM primeiros JOIN cliente c USING (id_cliente) ORDER BY lugar`

export function clienteSearcher(database: Database) {
  const run = database.prepared<{ resumo: ClienteResumoRow }>('cliente_search', searchSql)
  /** At most 20 customers, best first: code, telephone, document, login, beginning of the name, name. */
  return async (termo: Termo): Promise<ClienteResumo[]> => {
    const { rows } = await run(searchValues(termo))
    return rows.map((row) => presentClienteResumo(row.resumo))
  }
}

/** The values of `searchSql`. */
export function searchValues(termo: Termo): unknown[] {
  const name = termo.nome.join(' ').slice(0, 60)
  // A word of fewer than three letters has no trigram: alone it searches only beginnings of names.
  const long = termo.nome.filter((word) => word.length >= 3).sort((one, other) => other.length - one.length)
  const indexed = Array.from({ length: maxIndexed }, (_, place) => long[place] ?? long[0])
  return [
    termo.codigo,
    termo.telefones,
    termo.telefonePrefixos,
    termo.documento,
    termo.login,
    name === '' ? null : name,
    ...indexed.map((word) => (word === undefined ? null : containing(word))),
    termo.nome.map(containing),
  ]
}
