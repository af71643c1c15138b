import pg from 'pg'

/** A pool on the embedded database's socket. It can wait: a whole import may stand before it in the one backend's queue. */
export class EmbeddedPool extends pg.Pool {
  readonly sockets: string
  constructor(sockets: string, max = 5) {
    super({ host: sockets, port: 5432, user: 'postgres', database: 'postgres', max, connectionTimeoutMillis: 60_000 })
    this.sockets = sockets
  }
}

/** A pool on the PostgreSQL that the address names. */
export function postgresqlPool(connectionString: string | undefined, max = 10): pg.Pool {
  return new pg.Pool({
    connectionString,
    max,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
    application_name: 'alo',
    // Prisma's adapter drops the offset from a timestamptz and takes the rest for UTC. Compiling a statement costs many
    // times what the short ones of a desk take, and estimates of tables just filled would call for it.
    onConnect: async (client) => {
      await client.query("SET TimeZone TO 'UTC'; SET jit TO off")
    },
  })
}

/** A connection of one's own to the pool's database, outside of the pool; not connected yet. */
export function ownClient(pool: pg.Pool, more: pg.ClientConfig = {}): pg.Client {
  return new pg.Client({ ...pool.options, ...more })
}
