import type { Database } from '../../database/open.ts'
import { foldText } from '../rules/busca.ts'
import { listQueryOf } from '../rules/listQuery.ts'
import type { Lookup } from '../rules/lookup.ts'
import { TextReader } from './list/textReader.ts'

/** Of a very common name only so many are looked at. */
const maxByName = 5_000

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')
const query = listQueryOf({})

type Search = { text: string; values: unknown[] }

/** Ids in the order of the answer: exact before longer ones, then by `id_cliente`. `$2` is how many. */
function searchOf(lookup: Lookup): Search {
  switch (lookup.by) {
    case 'id_cliente':
    case 'codigo_cliente':
      return {
        text: `SELECT id_cliente FROM cliente WHERE ${lookup.by} = $1::bigint LIMIT $2`,
        values: [lookup.id],
      }
    case 'id_cliente_servico':
      return {
        text: 'SELECT id_cliente FROM cliente_servico WHERE id_cliente_servico = $1::bigint LIMIT $2',
        values: [lookup.id],
      }
    case 'telefone':
      return {
        text: 'SELECT DISTINCT id_cliente FROM cliente_telefone WHERE chave = ANY($1::text[]) ORDER BY 1 LIMIT $2',
        values: [lookup.chaves],
      }
    case 'cpf_cnpj':
      return {
        text: 'SELECT id_cliente FROM cliente WHERE cpf_cnpj LIKE $1 ORDER BY length(cpf_cnpj), id_cliente LIMIT $2',
        values: [`${escapeLike(lookup.beginning)}%`],
      }
    case 'login':
      return {
        text: `SELECT id_cliente FROM cliente_servico WHERE lower(login) LIKE $1
          GROUP BY id_cliente ORDER BY min(length(login)), id_cliente LIMIT $2`,
        values: [`${escapeLike(lookup.beginning)}%`],
      }
    default:
      throw new Error('names are searched by themselves')
  }
}

/** Customers as the list shows them, found by one thing; each search goes through an index. */
export function clienteLookup({ pool }: Database) {
  async function idsByName(by: 'nome_razaosocial' | 'nome_fantasia', words: string[], limit: number) {
    // The indexed column holds both names folded; which of them has the words is judged with the same folding.
    const { rows } = await pool.query<{ id_cliente: number; nome: string | null }>(
      `SELECT id_cliente, ${by} AS nome FROM cliente WHERE busca LIKE ALL($1::text[]) ORDER BY id_cliente LIMIT ${maxByName}`,
      [words.map((word) => `%${escapeLike(word)}%`)],
    )
    const fits = (nome: string | null) => {
      const folded = foldText(nome ?? '')
      return words.every((word) => folded.includes(word))
    }
    return rows
      .filter(({ nome }) => fits(nome))
      .slice(0, limit)
      .map(({ id_cliente }) => id_cliente)
  }

  /** One JSON text a customer, at most `limit`. */
  return async (lookup: Lookup, limit: number): Promise<string[]> => {
    let ids: number[]
    if ('words' in lookup) ids = await idsByName(lookup.by, lookup.words, limit)
    else {
      const { text, values } = searchOf(lookup)
      const { rows } = await pool.query<{ id_cliente: number }>(text, [...values, limit])
      ids = rows.map(({ id_cliente }) => id_cliente)
    }
    if (ids.length === 0) return []
    const client = await pool.connect()
    try {
      return [...(await new TextReader(client, query).read(ids)).values()]
    } finally {
      client.release()
    }
  }
}

export type ClienteLookup = ReturnType<typeof clienteLookup>
