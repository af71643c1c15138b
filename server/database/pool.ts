import pg from 'pg'

/** A pool on the embedded database's socket. It can wait: a whole import may stand before it in the one backend's queue. */
export class EmbeddedPool extends pg.Pool {
  readonly sockets: string
  constructor(sockets: string, max = 5) {
    super({ host: sockets, port: 5432, user: 'postgres', database: 'postgres', max, connectionTimeoutMillis: 60_000 })
    this.sockets = sockets
  }
}

/** A connection of one's own to the pool's database, outside of the pool; not connected yet. */
export function ownClient(pool: pg.Pool, more: pg.ClientConfig = {}): pg.Client {
  return new pg.Client({ ...(pool.options as pg.ClientConfig), ...more })
}
