import type pg from 'pg'
import type { ListQuery } from '../../rules/listQuery.ts'
import { BatchReader } from './batchReader.ts'

/** Reads customers as texts, some at a time, as the list would show them under the query. */
export class TextReader {
  readonly #reader: BatchReader

  constructor(client: pg.ClientBase, query: ListQuery) {
    this.#reader = new BatchReader(client, query)
  }

  /** JSON of these customers by id, in the order of `ids`; those that do not exist are left out. */
  async read(ids: number[]): Promise<Map<number, string>> {
    const { bytes, ends } = await this.#reader.join(await this.#reader.read(ids), ids)
    const texts = new Map<number, string>()
    for (const [index, id] of ids.entries()) {
      const text = bytes.toString('utf8', ends[index - 1] ?? 0, ends[index])
      if (text !== '') texts.set(id, text)
    }
    return texts
  }
}
