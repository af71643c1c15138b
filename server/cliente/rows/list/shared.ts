import type pg from 'pg'
import { sharedSql } from './sharedSql.ts'

export type SharedKind = keyof typeof sharedSql

/** A batch names something shared that was made after `Shared` was read. */
export class UnknownShared extends Error {}

/** Interfaces, equipment, packages and groups as JSON by id: read once a list, again when a batch names a new one. */
export class Shared {
  #json: Partial<Record<SharedKind, Map<number, Buffer>>> = {}

  /** Throws UnknownShared when the id is not known yet: `reload`, and ask again. */
  json(kind: SharedKind, id: number): Buffer {
    const json = this.#json[kind]?.get(id)
    if (!json) throw new UnknownShared(`${kind} ${id}`)
    return json
  }

  async reload(client: pg.ClientBase): Promise<void> {
    for (const kind of Object.keys(sharedSql) as SharedKind[]) {
      const { rows } = await client.query<[number, string]>({ text: sharedSql[kind], rowMode: 'array' })
      this.#json[kind] = new Map(rows.map(([id, text]) => [id, Buffer.from(text)]))
    }
  }
}
