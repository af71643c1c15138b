import type pg from 'pg'
import { pooled, UnfitDatabaseError } from './away.ts'
import type { Database } from './database.ts'

/** Runs the work on one connection, in a transaction that is committed unless it throws. The work may end it itself. */
export async function inTransaction<T>(
  { pool }: Pick<Database, 'pool'>,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('BEGIN')
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

/**
 * A desk needs connections that keep their session: its locks, LISTEN and prepared statements are the session's. Behind
 * a pooler in transaction mode, a transaction takes the session away that another connection used just before.
 * @throws UnfitDatabaseError
 */
export async function demandSessions(database: Pick<Database, 'pool'>): Promise<void> {
  const client = await database.pool.connect()
  const session = async () => (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid
  try {
    const before = await session()
    if (before !== (await inTransaction(database, session)))
      throw new UnfitDatabaseError(pooled('a connection changes its session'))
  } finally {
    client.release()
  }
}
