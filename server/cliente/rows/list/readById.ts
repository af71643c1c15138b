import type { Database } from '../../../database/open.ts'
import { exportQuery } from '../../rules/listQuery.ts'
import type { ExportedCliente } from '../../wire/import.ts'
import { TextReader } from './textReader.ts'

/** These customers with everything that hangs on them, by id; those that do not exist are left out. */
export async function readClientesById(
  { pool }: Pick<Database, 'pool'>,
  ids: number[],
): Promise<Map<number, ExportedCliente>> {
  if (ids.length === 0) return new Map()
  const client = await pool.connect()
  try {
    const texts = await new TextReader(client, exportQuery).read([...new Set(ids)])
    return new Map([...texts].map(([id, text]) => [id, JSON.parse(text) as ExportedCliente]))
  } finally {
    client.release()
  }
}
