import type pg from 'pg'
import { ClienteWriter, Shared, shapesOf, UnknownShared } from './clienteWriter.ts'
import { type CopiedRows, copyRows, groupRows } from './copiedRows.ts'
import { JsonBuffer } from './jsonBuffer.ts'
import type { ListPlan } from './plan.ts'

/** JSON of customers, one after another; `ends[n]` is where the n-th ends. One that is gone meanwhile has no bytes. */
export interface Joined {
  bytes: Buffer
  ends: Int32Array
}

/** Reads some customers at a time as the list shows them, in two steps that may overlap. */
export class BatchReader {
  readonly #client: pg.ClientBase
  readonly #plan: ListPlan
  readonly #shapes: ReturnType<typeof shapesOf>
  readonly #shared = new Shared()
  readonly #json = new JsonBuffer()

  constructor(client: pg.ClientBase, plan: ListPlan) {
    this.#client = client
    this.#plan = plan
    this.#shapes = shapesOf(plan)
  }

  read(ids: number[] | Int32Array): Promise<CopiedRows> {
    return copyRows(this.#client, this.#plan.batch, ids)
  }

  /**
   * The rows' customers in the order of `ids`, good until the next are joined. What is shared is read when a batch first
   * needs it, and again when one names something that came later.
   */
  async join(rows: CopiedRows, ids: number[] | Int32Array): Promise<Joined> {
    try {
      return this.#join(rows, ids)
    } catch (error) {
      if (!(error instanceof UnknownShared)) throw error
      await this.#shared.reload(this.#client, this.#plan.shared)
      return this.#join(rows, ids)
    }
  }

  #join(rows: CopiedRows, ids: number[] | Int32Array): Joined {
    const json = this.#json
    json.length = 0
    const clientes = groupRows(rows)
    const writer = new ClienteWriter(rows, this.#plan, this.#shapes, this.#shared, json)
    const ends = new Int32Array(ids.length)
    for (const [index, id] of ids.entries()) {
      const cliente = clientes.get(id)
      if (cliente) writer.write(cliente)
      ends[index] = json.length
    }
    return { bytes: json.bytes.subarray(0, json.length), ends }
  }
}
