import type pg from 'pg'
import type { Database } from '../../../database/database.ts'
import { inTransaction } from '../../../database/transaction.ts'

/**
 * Runs the work in a transaction while nobody else writes customers or their passwords, so that what was judged still
 * holds when it is written.
 */
export const alone = <T>(database: Pick<Database, 'pool'>, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  inTransaction(database, async (client) => {
    await client.query("SELECT pg_advisory_xact_lock(hashtext('alo_clientes'))")
    return work(client)
  })

/** Channel on which every commit that changed customers is announced. */
export const clientesChannel = 'alo_clientes'

/** Announces with the commit that customers changed. */
export const announceClientes = (client: pg.ClientBase) =>
  client.query('SELECT pg_notify($1, $2)', [clientesChannel, ''])
