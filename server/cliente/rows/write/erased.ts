import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../../database/database.ts'
import { build } from '../../../database/statement.ts'
import type { Mistakes } from '../../../refusal.ts'
import type { ExportedCliente } from '../../wire/import.ts'

/**
 * The customers among these records whose person was erased, each with the mistake that refuses to bring them back.
 * docs/interface.md: Personal data.
 */
export async function findErased(
  { query }: Database,
  client: pg.ClientBase,
  records: ExportedCliente[],
): Promise<Map<number, Mistakes>> {
  const ids = sql.val(records.map((record) => record.id_cliente))
  const rows = await query(
    build
      .selectFrom('titular_eliminado')
      .selectAll()
      .where('id_cliente', '=', ({ fn }) => fn.any(ids)),
    client,
  )
  return new Map(
    rows.map(({ id_cliente, eliminado_em }) => {
      const day = eliminado_em.toISOString().slice(0, 10)
      const sentence = `was erased at the person’s request on ${day} (UTC): whoever is a customer again comes in with another id_cliente`
      return [id_cliente, { id_cliente: [sentence] }]
    }),
  )
}
