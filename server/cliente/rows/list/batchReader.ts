import type pg from 'pg'
import type { ListQuery } from '../../rules/listQuery.ts'
import { batchSql } from './batchSql.ts'
import { ClienteWriter } from './clienteWriter.ts'
import { type CopiedRows, copyRows } from './copiedRows.ts'
import { groupRows } from './groupRows.ts'
import { JsonBuffer } from './jsonBuffer.ts'
import { Shared, UnknownShared } from './shared.ts'

/** JSON of customers, one after another; `ends[n]` is where the n-th ends. One that is gone meanwhile has no bytes. */
export type Joined = { bytes: Buffer; ends: Int32Array }

/** Reads some customers at a time as the list shows them under the query, in two steps that may overlap. */
export class BatchReader {
  readonly #client: pg.ClientBase
  readonly #query: ListQuery
  readonly #shared = new Shared()
  readonly #json = new JsonBuffer()

  constructor(client: pg.ClientBase, query: ListQuery) {
    this.#client = client
    this.#query = query
  }

  read(ids: ArrayLike<number>): Promise<CopiedRows> {
    return copyRows(this.#client, batchSql(ids, this.#query))
  }

  /**
   * The rows' customers in the order of `ids`, good until the next are joined. What is shared is read when a batch first
   * needs it, and again when one names something that came later.
   */
  async join(rows: CopiedRows, ids: ArrayLike<number>): Promise<Joined> {
    try {
      return this.#join(rows, ids)
    } catch (error) {
      if (!(error instanceof UnknownShared)) throw error
      await this.#shared.reload(this.#client)
      return this.#join(rows, ids)
    }
  }

  #join(rows: CopiedRows, ids: ArrayLike<number>): Joined {
    const json = this.#json
    json.length = 0
    const clientes = groupRows(rows)
    const writer = new ClienteWriter(rows, this.#query, this.#shared, json)
    const ends = new Int32Array(ids.length)
    for (let index = 0; index < ids.length; index++) {
      const cliente = clientes.get(ids[index] as number)
      if (cliente) writer.write(cliente)
      ends[index] = json.length
    }
    return { bytes: json.bytes.subarray(0, json.length), ends }
  }
}
