import type { Database } from './database.ts'
import type { Prisma } from './generated/prisma/client.ts'
import { hasSqlState } from './violates.ts'

const serializationFailure = '40001'

/**
 * Runs work that reads, decides and writes. Serializable: of two transactions that decide on the same rows at once, one
 * runs again and sees what the other has written. The retries need no limit, since each that fails gives way to one
 * that succeeds.
 */
export async function inTurn<T>(
  database: Pick<Database, 'prisma'>,
  work: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<T> {
  try {
    return await database.prisma.$transaction(work, { isolationLevel: 'Serializable' })
  } catch (error) {
    if (!hasSqlState(error, serializationFailure)) throw error
    return inTurn(database, work)
  }
}
