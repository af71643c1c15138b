/** How long a caller waits for the database, in milliseconds. docs/interface.md: A sick database. */
export interface Patience {
  /** For a connection: a new one, or one of the pool that is in use. */
  connectMs: number
  /** For the next bytes of a statement's answer. */
  statementMs: number
  /** After so much silence, a probe finds out whether the database still answers. */
  doubtMs: number
  /** Between two statements of a transaction, as PostgreSQL counts it. */
  idleInTransactionMs: number
  /** How many callers may wait for a connection at a time; any more are refused immediately. */
  waiting: number
}

/** The `application_name` of connections. `othersAtWork` finds running desks by it, those of earlier versions too. */
export const [deskName, commandName] = ['alo', 'alo comando']

/** For a desk that serves: a silent database leads to a 503 within 5 s; a merely slow one is waited for. */
export const deskPatience: Patience = {
  connectMs: 10_000,
  statementMs: 4_500,
  doubtMs: 2_000,
  idleInTransactionMs: 10_000,
  waiting: 500,
}

/**
 * How long a message about a call may wait, in milliseconds: its sender gets an answer by then, and work that has not
 * begun by then is not begun any more. docs/decisions/0078.
 */
export const answerMs = 5_000

/** For operators' commands, and for a desk until it serves: nobody waits at a telephone. */
export const longPatience: Patience = {
  // A hosted database that is paused wakes within this time.
  connectMs: 35_000,
  statementMs: 30 * 60_000,
  doubtMs: Number.POSITIVE_INFINITY,
  idleInTransactionMs: 60_000,
  waiting: Number.POSITIVE_INFINITY,
}

/** For long reads on a connection of their own (the customer list, an export): limits for each statement. */
export const readingPatience = { connectionTimeoutMillis: 3_000, query_timeout: 60_000 }

/** For the answer to a heartbeat or a probe, which is due at once. */
export const heartbeatMs = 2_500
