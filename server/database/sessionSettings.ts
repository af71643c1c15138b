import type pg from 'pg'

/**
 * What a connection is told before all else, for a database and its roles may have settings of their own. Prisma's adapter
 * drops the offset from a timestamptz and takes the rest for ISO and UTC, and looks for tables in `public` alone, which so
 * comes first; behind it stays what the role says, where hosts keep extensions. What is held counts on PostgreSQL's own
 * isolation, and patterns on backslashes that are letters. Compiling a statement costs many times what the short ones of a
 * desk take, and estimates of tables just filled would call for it.
 * Limits are in milliseconds, 0 for none. Not by `options` of the connection, which poolers refuse.
 */
export const sessionSettings = (statementMs = 0, idleInTransactionMs = 0) =>
  `SET TimeZone TO 'UTC'; SET DateStyle TO 'ISO, MDY'; SET jit TO off; SET statement_timeout TO ${statementMs};
  SET default_transaction_isolation TO 'read committed'; SET standard_conforming_strings TO on;
  SET lock_timeout TO ${statementMs}; SET idle_in_transaction_session_timeout TO ${idleInTransactionMs}; SET idle_session_timeout TO 0;
  SELECT set_config('search_path', concat_ws(', ', 'public', nullif(reset_val, '')), false) FROM pg_settings WHERE name = 'search_path'`

/** Connects a client that is its caller's own and has no limits but the caller's. Its loss shows in the query under way. */
export async function connectOwn<C extends pg.Client>(client: C): Promise<C> {
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(sessionSettings())
    return client
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}
