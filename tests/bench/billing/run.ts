import type { Bench } from '../support/bench.ts'
import { measureLedger } from './ledger.ts'
import { measureRegistrations } from './registrations.ts'
import { startDeskBeside } from './servers.ts'

export const title = 'Registrations, and pages of a ledger of 100,000 events'

/**
 * Compares events registered over HTTP with a bare `pg` transaction that inserts as many rows, on the same database,
 * into a table like the ledger: its columns, primary key and two foreign keys, without its triggers and other indexes.
 */
export async function run({ sheet, rounds }: Bench): Promise<void> {
  const beside = await startDeskBeside()
  try {
    await measureLedger(beside, sheet)
    await measureRegistrations(beside, sheet, rounds)
  } finally {
    await beside.stop()
  }
}
