import type { Compilable } from 'kysely'
import type pg from 'pg'
import type { PrismaClient } from './generated/prisma/client.ts'
import type { PatientPool } from './pool.ts'
import type { Keys } from './sealed/keys.ts'
import type { Statement } from './statement.ts'

/** What the database's part needs of a logger; pino's is one. */
export type Log = Record<'info' | 'warn' | 'error', (facts: object, message: string) => void>

/**
 * Hears what any process says on the channel (NOTIFY, pg_notify), after its commit. Resolves when listening, to the
 * function that ends it. A lost connection is made again for as long as it takes; `onGap` is called each time it stands
 * again, since what was said in between is lost: read the rows anew.
 */
export type Listen = (
  channel: string,
  onPayload: (payload: string) => void,
  onGap: () => void,
) => Promise<() => Promise<void>>

/** A database that is open: what rows ask. `openDatabase` opens one. */
export type Database = {
  prisma: PrismaClient
  pool: PatientPool
  /** What seals and opens the texts that the tables do not hold in clear. */
  keys: Keys
  /** Runs a prepared statement and gives its rows; in a transaction, on the transaction's own client. */
  run: <P extends object, Row>(statement: Statement<P, Row>, values: P, client?: pg.ClientBase) => Promise<Row[]>
  /** Compiles and runs a query made for this occasion, and gives its rows. */
  query: <Row>(query: Compilable<Row>, client?: pg.ClientBase) => Promise<Row[]>
  /** Calls `hear` with each prepared statement's name and how long it took, its wait for a connection included, in milliseconds. */
  onRun: (hear: (statement: string, ms: number) => void) => void
  listen: Listen
  /** Ends listeners, the pool and, where this process runs it, the embedded database. Idempotent. */
  close: () => Promise<void>
}
