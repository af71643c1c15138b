import { tmpdir } from 'node:os'
import type pg from 'pg'
import type { Database } from '../../../database/database.ts'
import { readingPatience } from '../../../database/patience.ts'
import { ownClient } from '../../../database/pool.ts'
import type { Keys } from '../../../database/sealed/keys.ts'
import { SealedTextError } from '../../../database/sealed/sealedText.ts'
import { exportQuery, type ListQuery } from '../../rules/listQuery.ts'
import type { ExportedCliente } from '../../wire/import.ts'
import { planOf } from './plan.ts'
import { BatchReader, readBatches } from './readBatches.ts'

const mostAtOnce = 500

/** Reads customers as texts, some at a time, as the list would show them under the query. */
export class TextReader {
  readonly #reader: BatchReader

  constructor(client: pg.ClientBase, keys: Keys, query: ListQuery) {
    this.#reader = new BatchReader(client, keys, planOf(query, { snapshot: false }))
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

  /** As `read`, but customers with a service password that does not open are only named, in `closed`. */
  async readOpen(ids: number[]): Promise<{ texts: Map<number, string>; closed: number[] }> {
    try {
      return { texts: await this.read(ids), closed: [] }
    } catch (error) {
      if (!(error instanceof SealedTextError)) throw error
      if (ids.length === 1) return { texts: new Map(), closed: ids }
    }
    const half = Math.ceil(ids.length / 2)
    const [one, other] = [await this.readOpen(ids.slice(0, half)), await this.readOpen(ids.slice(half))]
    return { texts: new Map([...one.texts, ...other.texts]), closed: [...one.closed, ...other.closed] }
  }
}

/** JSON of these customers by id, as the list would show them under the query; those that do not exist are left out. */
export async function readTexts(
  { keys, pool }: Pick<Database, 'keys' | 'pool'>,
  ids: number[],
  query: ListQuery,
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const client = await pool.connect()
  try {
    return await new TextReader(client, keys, query).read([...new Set(ids)])
  } finally {
    client.release()
  }
}

/** These customers with all their services and relations, by id; those that do not exist are left out. */
export async function readClientesById(
  database: Pick<Database, 'keys' | 'pool'>,
  ids: number[],
): Promise<Map<number, ExportedCliente>> {
  const texts = await readTexts(database, ids, exportQuery)
  return new Map([...texts].map(([id, text]) => [id, JSON.parse(text)]))
}

/** Every customer as the export's JSON, some at a time, on a connection of its own that ends with the reading. */
export async function* exportTexts(
  { keys, pool }: Pick<Database, 'keys' | 'pool'>,
  query: ListQuery = exportQuery,
): AsyncGenerator<string[]> {
  const client = await ownClient(pool, readingPatience)
  try {
    for await (const { clientes } of readBatches(client, keys, planOf(query, { snapshot: true }), tmpdir())) {
      let texts: string[] = []
      for (const json of clientes) {
        texts.push(json.toString())
        if (texts.length < mostAtOnce) continue
        yield texts
        texts = []
      }
      yield texts
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}
