import type pg from 'pg'
import type { ListQuery } from '#domain/cliente/listQuery'
import { batchSql } from './batchSql.ts'
import { copyRows } from './copiedRows.ts'
import { joinKnowing } from './joinKnowing.ts'
import { JsonBuffer } from './jsonBuffer.ts'
import { Shared } from './shared.ts'

/** Reads some customers at a time as the list would show them under the query. */
export class TextReader {
  readonly #client: pg.ClientBase
  readonly #query: ListQuery
  readonly #json = new JsonBuffer()
  readonly #shared = new Shared()

  constructor(client: pg.ClientBase, query: ListQuery) {
    this.#client = client
    this.#query = query
  }

  /** JSON of these customers by id, in the order of `ids`; those that do not exist are left out. */
  async read(ids: number[]): Promise<Map<number, string>> {
    const rows = await copyRows(this.#client, batchSql(ids, this.#query))
    const { bytes, ends } = await joinKnowing(this.#client, rows, ids, this.#query, this.#shared, this.#json)
    const texts = new Map<number, string>()
    for (const [index, id] of ids.entries()) {
      const text = bytes.toString('utf8', ends[index - 1] ?? 0, ends[index])
      if (text !== '') texts.set(id, text)
    }
    return texts
  }
}
