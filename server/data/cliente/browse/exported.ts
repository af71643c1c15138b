import type pg from 'pg'
import { type Relacao, relacoes } from '#contract/cliente'
import { listQueryOf } from '#domain/cliente/listQuery'
import type { Database } from '../../database/open.ts'
import { ownClient } from '../../database/pool.ts'
import { batchSql } from '../list/batchSql.ts'
import { type BatchRow, joinBatch, UnknownShared } from '../list/join.ts'
import { rawText } from '../list/rawText.ts'
import { Shared } from '../list/shared.ts'
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
      const query = { ...listQueryOf({}), cancelado: filters.cancelado, relacoes: servicos ? [...visiveis] : [] }
      const text = batchSql(query.relacoes, query.cancelado)
      const shared = new Shared()
      await shared.reload(client)
      for (let from = 0; from < ids.length; from += batchSize) {
        const some = ids.slice(from, from + batchSize)
        const values = [some]
        const batch = await client.query({
          name: 'cliente_browse_export',
          text,
          values,
          rowMode: 'array',
          types: rawText,
        })
        const visible = (batch.rows as unknown as BatchRow[]).map(withoutSenha)
        const join = () => joinBatch(visible, some, query, shared)
        yield await joinedAgain(join, client, shared)
      }
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

async function joinedAgain(join: () => string[], client: pg.ClientBase, shared: Shared): Promise<string[]> {
  try {
    return join()
  } catch (error) {
    if (!(error instanceof UnknownShared)) throw error
    await shared.reload(client)
    return join()
  }
}

/** The service's own row carries its `senha`; nothing else does, for `senhas` is not asked for. */
function withoutSenha([kind, a, b, text, x]: BatchRow): BatchRow {
  if (kind !== '1' || text === null) return [kind, a, b, text, x]
  const { senha: _, ...servico } = JSON.parse(text) as Record<string, unknown>
  return [kind, a, b, JSON.stringify(servico), x]
}

export type ReadExportedClientes = ReturnType<typeof exportedReader>
