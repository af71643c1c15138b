import { PrismaPg } from '@prisma/adapter-pg'
import { type DatabaseAhead, openAhead, type Where } from './ahead.ts'
import type { Database } from './database.ts'
import type { Embedded } from './embedded/start.ts'
import { PrismaClient } from './generated/prisma/client.ts'
import { commandName, deskName, deskPatience, longPatience } from './patience.ts'
import { PatientPool } from './pool.ts'
import { keepStanding } from './standing.ts'

type DatabaseOptions = Where & {
  poolSize?: number | undefined
  /** What `openAhead` has begun already; without it, `openDatabase` calls `openAhead` itself. */
  ahead?: DatabaseAhead | undefined
}

/**
 * Opens the database that the options name, a PostgreSQL or the embedded one. Times are UTC on both. A PostgreSQL that
 * is away is no error here: queries fail until it is back, and then work again.
 * @throws OperatorError for a folder that cannot be opened, or a file of keys that may not be used
 */
export async function openDatabase({ poolSize, ahead, ...where }: DatabaseOptions): Promise<Database> {
  const { databaseUrl, role, log } = where
  const { keys, opening } = ahead ?? openAhead(where)
  const embedded = await opening
  const patience = role === 'server' ? deskPatience : longPatience
  const who = role === 'server' ? deskName : commandName
  const pool = new PatientPool(embedded?.url ?? databaseUrl, who, log, poolSize, embedded?.demand)

  const transactionOptions = { maxWait: patience.connectMs + patience.statementMs, timeout: 2 * patience.statementMs }
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool), transactionOptions })
  const listening: (() => Promise<void>)[] = []
  let closed: Promise<void> | undefined
  let heard: ((statement: string, ms: number) => void) | undefined
  return {
    prisma,
    pool,
    keys,
    async run({ name, sql, parameters }, values, client) {
      const since = performance.now()
      const { rows } = await (client ?? pool).query({ name, text: sql, values: parameters.map((each) => values[each]) })
      heard?.(name, performance.now() - since)
      return rows
    },
    onRun(hear) {
      heard = hear
    },
    async query(query, client) {
      const { sql, parameters } = query.compile()
      const { rows } = await (client ?? pool).query(sql, [...parameters])
      return rows
    },
    async listen(channel, hear, onBack) {
      const end = await keepStanding(pool, log, { channel, hear, onBack })
      listening.push(end)
      return end
    },
    close: () => {
      closed ??= closeAll(prisma, pool, listening, embedded)
      return closed
    },
  }
}

async function closeAll(
  prisma: PrismaClient,
  pool: PatientPool,
  listening: readonly (() => Promise<void>)[],
  embedded: Embedded | undefined,
): Promise<void> {
  await Promise.all(listening.map((end) => end()))
  await prisma.$disconnect()
  await pool.end()
  await embedded?.close()
}
