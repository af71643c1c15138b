import type pg from 'pg'
import type { Database } from '../../../database/database.ts'

/**
 * Runs the work in a transaction while nobody else writes customers or their passwords, so that what was judged still
 * holds when it is written. The work may end the transaction itself.
 */
export async function alone<T>(
  { pool }: Pick<Database, 'pool'>,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('BEGIN')
    await client.query("SELECT pg_advisory_xact_lock(hashtext('alo_clientes'))")
    const done = await work(client)
    await client.query('COMMIT')
    return done
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}
