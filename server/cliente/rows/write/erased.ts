import { sql } from 'kysely'
import type pg from 'pg'
import type { Database } from '../../../database/database.ts'
import { build } from '../../../database/statement.ts'
import type { Mistakes } from '../../../refusal.ts'
import type { ExportedCliente } from '../../wire/import.ts'

/** The records that would bring a person back who was erased, each with the sentence that says so. docs/interface.md: Personal data. */
export async function refuseErased(
  { query }: Database,
  client: pg.ClientBase,
  records: ExportedCliente[],
): Promise<{ record: ExportedCliente; mistakes: Mistakes }[]> {
  const ids = sql.val(records.map((record) => record.id_cliente))
  const rows = await query(
    build
      .selectFrom('titular_eliminado')
      .selectAll()
      .where('id_cliente', '=', ({ fn }) => fn.any(ids)),
    client,
  )
  return rows.flatMap(({ id_cliente, eliminado_em }) => {
    const day = eliminado_em.toISOString().slice(0, 10)
    const sentence = `foi eliminado a pedido do titular em ${day} (UTC): quem volta a ser cliente entra com outro id_cliente`
    const record = records.find((each) => each.id_cliente === id_cliente)
    return record ? [{ record, mistakes: { id_cliente: [sentence] } }] : []
  })
}
