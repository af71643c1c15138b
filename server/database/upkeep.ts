import type { Database } from './database.ts'
import { poolBeside } from './pool.ts'

// PostgreSQL's own defaults for autovacuum_analyze_* and autovacuum_vacuum_*. The counters die with the process, so what
// stands in the catalogue is compared with the table as well: one that was filled by a process long gone has grown away
// from the size at which it was last looked at, or was never looked at.
const stale = `
SELECT quote_ident(table_of.relname) AS name, n_dead_tup > 50 + 0.2 * n_live_tup AS dead
FROM pg_stat_user_tables AS counted
JOIN pg_class AS table_of ON table_of.oid = counted.relid
CROSS JOIN LATERAL (
  SELECT pg_relation_size(table_of.oid) / current_setting('block_size')::int AS pages
) AS now
WHERE n_mod_since_analyze > 50 + 0.1 * n_live_tup
  OR n_dead_tup > 50 + 0.2 * n_live_tup
  OR (reltuples < 0 AND pages > 0)
  OR abs(pages - relpages) > 2 + 0.1 * relpages`

/**
 * What autovacuum does on a PostgreSQL and nobody does in the embedded one: without it dead rows pile up, and plans made
 * for small tables stay when they have grown. Whoever opens the database calls it, and whoever has filled tables. One
 * table a statement, so that a call waits for one of them at most.
 */
export async function keepUp({ kind, pool }: Database): Promise<void> {
  if (kind !== 'embedded') return
  const { rows } = await pool.query<{ name: string; dead: boolean }>(stale)
  if (rows.length === 0) return
  const own = poolBeside(pool)
  try {
    for (const { name, dead } of rows) await own.query(dead ? `VACUUM (ANALYZE) ${name}` : `ANALYZE ${name}`)
  } finally {
    await own.end()
  }
}
