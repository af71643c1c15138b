import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '../database/open.ts'
import { generateClientes } from '../demo/generate/clientes.ts'
import { highestCliente } from './rows/list/ids.ts'
import { openClienteWriter, type RefusedCliente } from './rows/write.ts'

export type GenerateInto = {
  count: number
  seed: number
  dddPadrao?: string | undefined
  onRefused: (refused: RefusedCliente) => void
  onProgress?: ((written: number) => void) | undefined
}

/**
 * Adds made-up customers after the highest id there is, so that nobody's data is overwritten; into an empty database the
 * same seed always makes the same customers. Resolves to how many were written.
 */
export async function generateInto(
  database: Pick<Database, 'pool' | 'prisma'>,
  options: GenerateInto,
): Promise<number> {
  const { count, seed, dddPadrao } = options
  const firstId = (await highestCliente(database)) + 1
  const writer = openClienteWriter(database, { dddPadrao })
  let written = 0
  let writing = Promise.resolve()
  const write = async (batch: Parameters<typeof writer.write>[0]) => {
    const report = await writer.write(batch)
    for (const refused of report.refused) options.onRefused(refused)
    written += report.created
    options.onProgress?.(written)
  }
  let batch = []
  for (const cliente of generateClientes({ count, seed, firstId })) {
    batch.push(cliente)
    // The batch before is being written meanwhile.
    if (batch.length % 20 === 0) await nextTurn()
    if (batch.length < 400) continue
    await writing
    writing = write(batch)
    writing.catch(() => undefined)
    batch = []
  }
  await writing
  await write(batch)
  return written
}
