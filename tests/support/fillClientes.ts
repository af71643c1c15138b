import { openClienteWriter } from '#server/cliente/rows/write/writeClientes'
import type { ExportedCliente } from '#server/cliente/wire/import'
import type { Database } from '#server/database/database'

const batchSize = 500

/** Writes customers in batches of 500. */
export async function fillClientes(database: Database, clientes: Iterable<ExportedCliente>): Promise<void> {
  const writer = openClienteWriter(database)
  const batch = []
  for (const cliente of clientes) {
    batch.push(cliente)
    if (batch.length === batchSize) await writer.write(batch.splice(0))
  }
  await writer.write(batch)
}
