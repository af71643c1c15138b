import type pg from 'pg'

/** Runs the statement with these values; in a transaction, on the transaction's own client. */
export type Statement<Row extends pg.QueryResultRow> = (
  values?: unknown[],
  client?: pg.ClientBase,
) => Promise<pg.QueryResult<Row>>

/**
 * A statement that each connection plans once and then runs by name. The name is the statement's own in the whole
 * program. Names are private to a connection on either database.
 */
export type Prepare = <Row extends pg.QueryResultRow>(name: string, sql: string) => Statement<Row>

export function preparer(pool: pg.Pool): Prepare {
  return (name, text) =>
    (values = [], client = undefined) =>
      (client ?? pool).query({ name, text, values })
}
