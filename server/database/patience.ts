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

/** Who asks, as PostgreSQL lists its connections. A desk that runs is known by that, one of an earlier version too. */
export const [deskName, commandName] = ['alo', 'alo comando']

/** Of a desk that serves: a silent database costs 503 within 5 s; a merely slow one is waited for. */
export const deskPatience: Patience = {
  connectMs: 10_000,
  statementMs: 4_500,
  doubtMs: 2_000,
  idleInTransactionMs: 10_000,
  waiting: 500,
}

/**
 * How long a call's message is worth waiting for, in milliseconds: its sender has the answer by then, and what has not begun
 * is not begun any more. docs/decisions/0078.
 */
export const answerMs = 5_000

/** Of operators' commands, of migrations, and of a desk until it serves: nobody waits at a telephone. */
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
export const heartbeatMs = 2_500
