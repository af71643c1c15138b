/** How long those who ask wait for a database, in milliseconds. docs/interface.md: A sick database. */
export interface Patience {
  /** For a connection, be it a new one or one that others have. */
  connectMs: number
  /** For a word of a statement's answer. */
  statementMs: number
  /** Silence that gives cause to ask whether the database answers anybody. */
  doubtMs: number
  /** Between two statements of a transaction, as PostgreSQL counts it. */
  idleInTransactionMs: number
  /** Those that may wait for a connection at once; whoever comes beyond is refused at once. */
  waiting: number
}

/** Of a desk: whoever asked gets an answer within 5 s, be it that there is none. */
export const deskPatience: Patience = {
  connectMs: 3_000,
  statementMs: 4_000,
  doubtMs: 1_500,
  idleInTransactionMs: 10_000,
  waiting: 500,
}

/** Of operators' commands, migrations and other long work: it has nobody waiting at a telephone. */
export const longPatience: Patience = {
  connectMs: 60_000,
  statementMs: 30 * 60_000,
  doubtMs: Number.POSITIVE_INFINITY,
  idleInTransactionMs: 60_000,
  waiting: Number.POSITIVE_INFINITY,
}

/** Of a reading on a connection of its own (the customer list, an export): for each of its statements. */
export const readingPatience = { connectionTimeoutMillis: 3_000, query_timeout: 60_000 }

/** For the answer to a heartbeat or a probe, which is due at once. */
export const heartbeatMs = 2_000
