import type { Database } from './database.ts'
import { longPatience } from './patience.ts'
import { poolBeside } from './pool.ts'

// PostgreSQL's own defaults for autovacuum_analyze_* and autovacuum_vacuum_*.
const stale = `
SELECT quote_ident(relname) AS name, n_dead_tup > 50 + 0.2 * n_live_tup AS dead
FROM pg_stat_user_tables
WHERE n_mod_since_analyze > 50 + 0.1 * n_live_tup OR n_dead_tup > 50 + 0.2 * n_live_tup`

/**
 * What autovacuum does on a PostgreSQL and nobody does in the embedded one: without it dead rows pile up, and plans made
 * for small tables stay when they have grown. One table a statement, so that a call waits for one of them at most.
 */
export async function keepUp({ kind, pool }: Database): Promise<void> {
  if (kind !== 'embedded') return
  const { rows } = await pool.query<{ name: string; dead: boolean }>(stale)
  if (rows.length === 0) return
  const own = poolBeside(pool, longPatience)
  try {
    for (const { name, dead } of rows) await own.query(dead ? `VACUUM (ANALYZE) ${name}` : `ANALYZE ${name}`)
  } finally {
    await own.end()
  }
}
