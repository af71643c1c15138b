import { PrismaPg } from '@prisma/adapter-pg'
import type { Database, Log } from './database.ts'
import { type Embedded, startEmbedded } from './embedded/start.ts'
import { PrismaClient } from './generated/prisma/client.ts'
import { listener } from './listen.ts'
import { deskPatience, longPatience } from './patience.ts'
import { EmbeddedPool, type PatientPool, postgresqlPool } from './pool.ts'

export type DatabaseOptions = {
  /** A PostgreSQL; without it the embedded database below `dataDir` is used. */
  databaseUrl?: string | undefined
  dataDir: string
  poolSize?: number | undefined
  log: Log
  /** A server owns the embedded database's folder; a command joins the running desk. */
  role: 'server' | 'cli'
}

/**
 * Opens the database that the options name. Times are UTC on either. Throws DataFolderInUseError when another server has
 * the folder. A PostgreSQL that is away is no error here: queries fail until it is back, and then work again.
 */
export async function openDatabase({ databaseUrl, dataDir, poolSize, log, role }: DatabaseOptions): Promise<Database> {
  const embedded = databaseUrl ? undefined : await startEmbedded(dataDir, role, log)
  const patience = role === 'server' ? deskPatience : longPatience
  const pool = embedded
    ? new EmbeddedPool(embedded.sockets, patience, log, poolSize)
    : postgresqlPool(databaseUrl, patience, log, poolSize)

  // As long as the pool's own: behind others' transactions on the embedded database's one backend, 2 s are soon over.
  const transactionOptions = { maxWait: patience.connectMs + patience.statementMs, timeout: 2 * patience.statementMs }
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions })
  const { listen, stopListening } = listener(pool, log)
  let closed: Promise<void> | undefined
  return {
    kind: embedded ? 'embedded' : 'postgresql',
    prisma,
    pool,
    async run({ name, sql, parameters }, values, client) {
      const { rows } = await (client ?? pool).query({ name, text: sql, values: parameters.map((each) => values[each]) })
      return rows
    },
    async query(query, client) {
      const { sql, parameters } = query.compile()
      const { rows } = await (client ?? pool).query(sql, [...parameters])
      return rows
    },
    listen,
    joined: embedded?.joined ?? false,
    close: () => {
      closed ??= closeAll(prisma, pool, stopListening, embedded)
      return closed
    },
  }
}

async function closeAll(
  prisma: PrismaClient,
  pool: PatientPool,
  stopListening: () => Promise<void>,
  embedded: Embedded | undefined,
): Promise<void> {
  await stopListening()
  await prisma.$disconnect()
  await pool.end()
  await embedded?.close()
}
