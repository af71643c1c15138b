import type pg from 'pg'

/**
 * The first statements on every connection, since a database and its roles may have other settings. Prisma's adapter
 * drops the offset of a timestamptz and takes the rest for ISO and UTC. It looks for tables in `public` alone, so that
 * comes first in the search path; the role's own path follows, because hosting providers keep extensions there. Locks
 * rely on PostgreSQL's default isolation level, and patterns on backslashes that are plain characters. JIT is off: it
 * takes many times as long as a desk's short statements, and wrong estimates for tables just filled would trigger it.
 * As a `replica`, which a move of data may leave behind, no trigger acts and calls go nowhere; only a superuser may
 * change that, so any other is refused. With few digits, coordinates would leave rounded, backups included. A backup
 * compares the names of tables unquoted. Limits are in milliseconds, 0 for none. They are not sent as the connection's
 * `options`, which poolers refuse. PostgreSQL has `transaction_timeout` since version 17.
 */
export const sessionSettings = (statementMs = 0, idleInTransactionMs = 0) =>
  `SET TimeZone TO 'UTC'; SET DateStyle TO 'ISO, MDY'; SET jit TO off; SET statement_timeout TO ${statementMs};
  SET default_transaction_isolation TO 'read committed'; SET standard_conforming_strings TO on;
  SET lock_timeout TO ${statementMs}; SET idle_in_transaction_session_timeout TO ${idleInTransactionMs}; SET idle_session_timeout TO 0;
  SET extra_float_digits TO 1; SET quote_all_identifiers TO off;
  SELECT set_config(name, CASE name WHEN 'search_path' THEN concat_ws(', ', 'public', nullif(reset_val, ''))
    WHEN 'session_replication_role' THEN 'origin' ELSE '0' END, false) FROM pg_settings
  WHERE name IN ('search_path', 'transaction_timeout') OR (name = 'session_replication_role' AND setting <> 'origin')`

/** Connects the caller's client, with no limits but the caller's. A lost connection fails the query under way. */
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
