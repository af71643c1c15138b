import pg from 'pg'

/** PostgreSQL's statistics of one database. */
export interface Counts {
  /** Transactions. A statement outside a transaction counts as one, and is one round trip. */
  statements: number
  inserted: number
  updated: number
  deleted: number
  hot: number
  /** Bytes of the write-ahead log, without the full-page images that follow a checkpoint. */
  walBytes: number
  indexEntries: number
}

async function asked<T>(url: string, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await ask(client)
  } finally {
    await client.end()
  }
}

/**
 * Turns autovacuum off for all tables, because it would change the counts: during an ANALYZE old row versions do not
 * free their space, and afterwards query plans have other costs.
 */
export const leaveTablesAlone = (url: string) =>
  asked(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "SELECT oid::regclass::text AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
    )
    for (const { name } of rows) await client.query(`ALTER TABLE ${name} SET (autovacuum_enabled = off)`)
  })

/** The current position of the write-ahead log, for `countsOf`. */
export const walSince = (url: string) =>
  asked(url, async (client) => {
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_walinspect')
    const { rows } = await client.query<{ at: string }>('SELECT pg_current_wal_insert_lsn()::text AS at')
    return rows[0]?.at ?? '0/0'
  })

/** The counts now, minus the counts `before`; the write-ahead log is counted from `since`. */
export const countsOf = (url: string, before?: Counts, since?: string) =>
  asked(url, async (client): Promise<Counts> => {
    const { rows } = await client.query<Record<keyof Counts, string>>(
      `SELECT xact_commit AS statements, tup_inserted AS inserted, tup_updated AS updated, tup_deleted AS deleted,
         (SELECT sum(n_tup_hot_upd) FROM pg_stat_user_tables) AS hot, 0 AS "walBytes", 0 AS "indexEntries"
       FROM pg_stat_database WHERE datname = current_database()`,
    )
    const [{ bytes, entries } = { bytes: 0, entries: 0 }] = since
      ? (
          await client.query(
            `SELECT (SELECT sum(record_length - coalesce(images, 0))
               FROM (SELECT start_lsn, record_length, sum(block_fpi_length) AS images FROM pg_get_wal_block_info($1, pg_current_wal_insert_lsn())
                     WHERE reldatabase = d.oid GROUP BY 1, 2)) AS bytes,
               (SELECT count(*) FROM pg_get_wal_block_info($1, pg_current_wal_insert_lsn())
                WHERE reldatabase = d.oid AND resource_manager IN ('Btree', 'Gin') AND record_type LIKE 'INSERT%') AS entries
             FROM pg_database d WHERE datname = current_database()`,
            [since],
          )
        ).rows
      : []
    const less = (name: keyof Counts) => Number(rows[0]?.[name]) - (before?.[name] ?? 0)
    return {
      statements: less('statements'),
      inserted: less('inserted'),
      updated: less('updated'),
      deleted: less('deleted'),
      hot: less('hot'),
      walBytes: Number(bytes),
      indexEntries: Number(entries),
    }
  })
