import type pg from 'pg'
import type { ListQuery } from '#domain/cliente/listQuery'
import { batchSql } from './batchSql.ts'
import { type BatchRow, joinBatch } from './join.ts'
import { rawText } from './rawText.ts'
import { Shared } from './shared.ts'

/** JSON of these customers by id, as the list would show them under `query`; those that do not exist are left out. */
export async function readExported(
  client: pg.ClientBase,
  ids: number[],
  query: ListQuery,
): Promise<Map<number, string>> {
  const shared = new Shared()
  const text = batchSql(query.relacoes, query.cancelado)
  const values = [ids]
  const { rows } = await client.query({ name: 'cliente_export_batch', text, values, rowMode: 'array', types: rawText })
  await shared.reload(client)
  const found = new Set((rows as unknown as BatchRow[]).filter(([kind]) => kind === '0').map(([, id]) => Number(id)))
  const present = ids.filter((id) => found.has(id))
  const texts = joinBatch(rows as unknown as BatchRow[], present, query, shared)
  return new Map(present.map((id, index) => [id, texts[index] as string]))
}
