import type { Database } from '../../../database/open.ts'
import { ownClient } from '../../../database/pool.ts'
import { listQueryOf } from '../../rules/listQuery.ts'
import { type Relacao, relacoes } from '../../wire/cliente.ts'
import { TextReader } from '../list/textReader.ts'
import { type BrowseFilters, resolveFilters } from './filterSql.ts'
import { allIdsSql } from './pageSql.ts'

/** Small turns: the main loop joins them, and the embedded database has one backend for the whole desk. */
const batchSize = 60

/** What a supervisor may carry away: everything but `senhas`, and each service without its `senha`. */
const visiveis: readonly Relacao[] = relacoes.filter((relacao) => relacao !== 'senhas')

/**
 * The customers filtered, as JSON texts in order, a batch at a time and without any password. Each appears once and
 * whole; the connection is the reading's own and ends with it, however it ends.
 */
export function exportedReader({ pool }: Pick<Database, 'pool'>) {
  return async function* (filters: BrowseFilters, servicos: boolean): AsyncGenerator<string[]> {
    const client = ownClient(pool, { application_name: 'alo exportação' })
    // Said again by the query under way.
    client.on('error', () => undefined)
    await client.connect()
    try {
      const { rows } = await client.query<{ id_cliente: number }>(allIdsSql(await resolveFilters(client, filters)))
      const ids = rows.map((row) => row.id_cliente)
      const query = {
        ...listQueryOf({}),
        cancelado: filters.cancelado,
        relacoes: servicos ? [...visiveis] : [],
        senha: false,
      }
      const reader = new TextReader(client, query)
      for (let from = 0; from < ids.length; from += batchSize)
        yield [...(await reader.read(ids.slice(from, from + batchSize))).values()]
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

export type ReadExportedClientes = ReturnType<typeof exportedReader>
