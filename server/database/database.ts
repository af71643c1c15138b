import type { Compilable } from 'kysely'
import type pg from 'pg'
import type { PrismaClient } from './generated/prisma/client.ts'
import type { PatientPool } from './pool.ts'
import type { Keys } from './sealed/keys.ts'
import type { Statement } from './statement.ts'

/** An open database, which the `rows` folders query. `openDatabase` opens one. */
export type Database = {
  prisma: PrismaClient
  pool: PatientPool
  /** The keys that encrypt and decrypt the texts that the tables must not hold in clear. */
  keys: Keys
  /** Runs a prepared statement and gives its rows; in a transaction, on the transaction's own client. */
  run: <P extends object, Row>(statement: Statement<P, Row>, values: P, client?: pg.ClientBase) => Promise<Row[]>
  /** Compiles and runs a query whose text is built at run time, and gives its rows. */
  query: <Row>(query: Compilable<Row>, client?: pg.ClientBase) => Promise<Row[]>
  /** Calls `hear` with each prepared statement's name and how long it took, its wait for a connection included, in milliseconds. */
  onRun: (hear: (statement: string, ms: number) => void) => void
  /**
   * Listens on the channel for what any process sends there (NOTIFY, pg_notify), which arrives after its commit.
   * Resolves, once it listens, to the function that ends it. A lost connection is retried for as long as it takes.
   * `onBack` is called after each reconnection: the messages in between are lost, so the caller must read the rows anew.
   */
  listen: (channel: string, hear: (payload: string) => void, onBack: () => void) => Promise<() => Promise<void>>
  /** Ends listeners, the pool and, where this process runs it, the embedded database. Idempotent. */
  close: () => Promise<void>
}
