import { setImmediate as nextTurn } from 'node:timers/promises'
import { highestCliente } from '../cliente/rows/listed.ts'
import { bestAtOnce, openClienteWriter, type RefusedCliente } from '../cliente/rows/write/writeClientes.ts'
import type { ExportedCliente } from '../cliente/wire/import.ts'
import type { Desk } from '../desk.ts'
import { generateClientes, highestGenerated } from './generate/generateClientes.ts'

type GenerateInto = {
  count: number
  seed: number
  onRefused: (refused: RefusedCliente) => void
  onProgress?: ((written: number) => void) | undefined
}

/**
 * Adds made-up customers after the highest id there is, so that nobody's data is overwritten; into an empty database the
 * same seed always makes the same customers. Resolves to how many were written.
 */
export async function generateInto(
  { database, config: { dddPadrao } }: Desk,
  { count, seed, onRefused, onProgress }: GenerateInto,
): Promise<number> {
  const firstId = (await highestCliente(database)) + 1
  const writer = openClienteWriter(database, { dddPadrao })
  const { records: batchSize } = bestAtOnce
  let written = 0
  let writing = Promise.resolve()
  const write = async (batch: ExportedCliente[]) => {
    const report = await writer.write(batch)
    for (const refused of report.refused) onRefused(refused)
    written += report.created
    onProgress?.(written)
  }
  let batch: ExportedCliente[] = []
  const fitting = Math.min(count, highestGenerated + 1 - firstId)
  for (const cliente of generateClientes({ count: fitting, seed, firstId })) {
    batch.push(cliente)
    // Lets the event loop go on with the batch before, which is being written.
    if (batch.length % 20 === 0) await nextTurn()
    if (batch.length < batchSize) continue
    await writing
    writing = write(batch)
    writing.catch(() => undefined)
    batch = []
  }
  await writing
  await write(batch)
  return written
}
