import type pg from 'pg'
import type { ExportedCliente } from '../../wire/import.ts'
import type { CatalogoIds } from './catalogo.ts'
import { rowsOf } from './rows.ts'
import { insertOrder, insertSql, servicoTables } from './tables.ts'

const inserts = { name: 'cliente_write', text: insertSql() }

/** Writes the records whole; `stale` are those of them that the database has in another form. */
export async function replaceClientes(
  client: pg.ClientBase,
  records: ExportedCliente[],
  stale: ExportedCliente[],
  ids: CatalogoIds,
  dddPadrao: string | undefined,
): Promise<void> {
  if (stale.length > 0) await clear(client, stale)
  const rows = rowsOf(records, ids, dddPadrao)
  await client.query({ ...inserts, values: insertOrder.map((table) => JSON.stringify(rows[table])) })
}

/** Removes what hangs on these customers. Services that stay keep their row: billing events point at it. */
async function clear(client: pg.ClientBase, stale: ExportedCliente[]): Promise<void> {
  const clientes = stale.map((record) => record.id_cliente)
  const kept = stale.flatMap((record) => record.servicos.map((servico) => servico.id_cliente_servico))
  await client.query('DELETE FROM cliente_telefone WHERE id_cliente = ANY($1::int[])', [clientes])
  await client.query(
    'DELETE FROM cliente_servico WHERE id_cliente = ANY($1::int[]) AND id_cliente_servico <> ALL($2::int[])',
    [clientes, kept],
  )
  for (const table of servicoTables)
    await client.query(`DELETE FROM ${table} WHERE id_cliente_servico = ANY($1::int[])`, [kept])
}
