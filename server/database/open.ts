import { PrismaPg } from '@prisma/adapter-pg'
import type { Database, Log } from './database.ts'
import { type Embedded, startEmbedded } from './embedded/start.ts'
import { PrismaClient } from './generated/prisma/client.ts'
import { listener } from './listen.ts'
import { commandName, deskName, deskPatience, longPatience } from './patience.ts'
import { EmbeddedPool, type PatientPool, PostgresqlPool } from './pool.ts'
import { Keys, keyFileOf } from './sealed/keys.ts'

export type DatabaseOptions = {
  /** A PostgreSQL; without it the embedded database below `dataDir` is used. */
  databaseUrl?: string | undefined
  dataDir: string
  /** Keys from the environment; the file of the data folder has them otherwise. */
  chaveSenhas?: { atual?: string | undefined; anterior?: string | undefined }
  poolSize?: number | undefined
  log: Log
  /** A server owns the embedded database's folder; a command joins the running desk. */
  role: 'server' | 'cli'
}

/**
 * Opens the database that the options name. Times are UTC on either. Throws DataFolderInUseError when another server has
 * the folder, KeyError for a file of keys that may not be used. A PostgreSQL that is away is no error here: queries fail until it is back, and then work again.
 */
export async function openDatabase({
  databaseUrl,
  dataDir,
  chaveSenhas: { atual, anterior } = {},
  poolSize,
  log,
  role,
}: DatabaseOptions): Promise<Database> {
  // Before the folder is made private: that others could read the file must not be mended without a word.
  const given = [atual, anterior].filter((key) => key !== undefined)
  const keys = new Keys({ given, file: keyFileOf(dataDir) })
  const embedded = databaseUrl ? undefined : await startEmbedded(dataDir, role, log)
  const patience = role === 'server' ? deskPatience : longPatience
  const pool = embedded
    ? new EmbeddedPool(embedded.sockets, log, poolSize)
    : new PostgresqlPool(databaseUrl, role === 'server' ? deskName : commandName, log, poolSize)

  // As long as the pool's own: behind others' transactions on the embedded database's one backend, 2 s are soon over.
  const transactionOptions = { maxWait: patience.connectMs + patience.statementMs, timeout: 2 * patience.statementMs }
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions })
  const { listen, stopListening } = listener(pool, log)
  let closed: Promise<void> | undefined
  return {
    kind: embedded ? 'embedded' : 'postgresql',
    prisma,
    pool,
    keys,
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
