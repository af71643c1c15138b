import type pg from 'pg'
import { sharedSql } from './batchSql.ts'
import { rawText } from './rawText.ts'

type Kind = keyof typeof sharedSql

/** Interfaces, equipment, packages and groups as JSON text by id: read once a list, again when a batch names a new one. */
export class Shared {
  #texts: Partial<Record<Kind, Map<string, string>>> = {}

  /** `missing` when the id is not known yet: `reload`, and ask again. */
  text(kind: Kind, id: string): string | undefined {
    return this.#texts[kind]?.get(id)
  }

  async reload(client: pg.ClientBase): Promise<void> {
    for (const kind of Object.keys(sharedSql) as Kind[]) {
      const { rows } = await client.query({ text: sharedSql[kind], rowMode: 'array', types: rawText })
      this.#texts[kind] = new Map(rows as unknown as [string, string][])
    }
  }
}
