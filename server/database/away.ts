import * as z from 'zod'

/** What was chosen to end a deadlock. */
const deadlockCode = '40P01'

/**
 * pg's, Node's and Prisma's codes for a database that does not answer, is starting, is stopping, gave a statement up, or
 * takes no writes at present.
 */
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  'P2034',
  'P2037',
  // read-only, statement_timeout, lock_timeout, idle_in_transaction_session_timeout
  '25006',
  '57014',
  '55P03',
  '25P03',
  deadlockCode,
])
/** connection, shutting down or starting, insufficient resources (disk, memory, connections), trouble of the system itself */
const awayClasses = ['08', '57P', '53', '58']
/** pg throws these without a code. */
const awayMessages =
  /^(timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after)/

/** The database did not answer in time, or is known not to answer. Its shape is a socket's error, which Prisma knows. */
export class DatabaseSilentError extends Error {
  override readonly name: string = 'DatabaseSilentError'
  readonly code = 'ETIMEDOUT'
  readonly syscall = 'read'
  readonly errno = -110
}

/** More wait for the database than it is worth waiting behind: refused at once, and nothing was done. */
export class DatabaseBusyError extends DatabaseSilentError {
  override readonly name = 'DatabaseBusyError'
}

/** What of an error is looked at; anything else it may be or hold is as good as nothing. */
const failure = z.object({
  code: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  cause: z.unknown().optional(),
  /** Prisma's own word, in the cause of what its adapter threw: by a COMMIT as it is, by a statement within `meta`. */
  kind: z.string().optional().catch(undefined),
  meta: z.object({ driverAdapterError: z.unknown() }).optional().catch(undefined),
})

const awayKinds = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
  'TransactionWriteConflict',
])
const isAwayCode = (code: string | undefined) =>
  code !== undefined && (awayCodes.has(code) || awayClasses.some((prefix) => code.startsWith(prefix)))

/** An error and all that it says it comes of, the database's own words last. */
function fullCause(error: unknown): z.infer<typeof failure>[] {
  const { data } = failure.safeParse(error)
  if (!data) return []
  const within = [data.cause, data.meta?.driverAdapterError].filter((each) => each !== error)
  return [data, ...within.flatMap(fullCause)]
}

/** Whether the failure means that the database is away, rather than that something is wrong with what it was asked. */
export const isDatabaseAway = (error: unknown): boolean =>
  fullCause(error).some(
    ({ code, kind = '', message = '' }) => isAwayCode(code) || awayKinds.has(kind) || awayMessages.test(message),
  )

/** The database that was named is not there, lets nobody in, or that user not; or gives them no right to its tables. */
const refusedCodes = new Set(['3D000', '28000', '28P01', '55000'])
const lacksRights = '42501'
/** pg throws it without a code. */
const refusedMessage = /^The server does not support SSL connections/
const lacksRoom = /^53/
const readOnly = '25006'
/** As the embedded database's own demand says it (embedded/cluster.ts). */
const anotherCluster = '57P04'

/** PostgreSQL's codes, but for those of lost connections, of its end and its start; Node's and Prisma's may look like them. */
const isAnswer = (code = '') => /^[0-9A-Z]{5}$/.test(code) && !/^(57P|08|E[A-Z]{4}$|P[1-9])/.test(code)

/** The database is there and is not one for this desk. The message tells the operator what to do. */
export class UnfitDatabaseError extends Error {
  override readonly name = 'UnfitDatabaseError'
}

/**
 * What an operator is told of a database that cannot be used, in a sentence; nothing for any other failure. The embedded one
 * has no address to check, and is started by whoever comes next.
 */
export function databaseTrouble(error: unknown, embedded = false): string | undefined {
  if (error instanceof UnfitDatabaseError) return error.message
  const causes = fullCause(error)
  const message = causes.findLast((each) => each.message)?.message ?? ''
  const has = (is: (code: string) => boolean) => causes.some(({ code = '' }) => is(code))
  if (has((code) => lacksRoom.test(code)))
    return `PostgreSQL lacks disk, memory or connections (${message}). Make room, and try again.`
  if (has((code) => code === readOnly))
    return embedded
      ? `The embedded database takes no writes (${message}). Let it, by default_transaction_read_only = off.`
      : `The database takes no writes (${message}). Set DATABASE_URL to the one that does, or let this one.`
  const lacks = has((code) => code === lacksRights)
  const refused = has((code) => refusedCodes.has(code)) || refusedMessage.test(message)
  if (embedded && (lacks || refused || isDatabaseAway(error)))
    return has(isAnswer) || has((code) => code === anotherCluster)
      ? `The embedded database refuses (${message}).`
      : `The embedded database does not answer (${message}): it ended, or hangs. Whoever comes next starts it: ask again.`
  if (lacks)
    return (
      `PostgreSQL refuses (${message}). The database must belong to the user of DATABASE_URL: ALTER DATABASE … OWNER TO …; ` +
      'where schema or tables are somebody else’s, ALTER SCHEMA public OWNER TO …, and REASSIGN OWNED BY … TO … or ALTER TABLE … OWNER TO …'
    )
  if (refused)
    return `PostgreSQL refuses (${message}). Check DATABASE_URL, and that its database is there and belongs to its user.`
  if (isDatabaseAway(error))
    return `The database does not answer (${message}). Check DATABASE_URL and that PostgreSQL runs.`
  return undefined
}

/** Whether the statement was given up for another's sake: nothing of it was done, and asked again it may go through. */
export const isDeadlock = (error: unknown): boolean => failure.safeParse(error).data?.code === deadlockCode

/**
 * Whether this refusal was said by a database that is alive and works for whoever has a connection: no more of them, a
 * wrong password. Starting and shutting down are no such answers.
 */
export function saysItLives(error: unknown): boolean {
  return isAnswer(failure.safeParse(error).data?.code)
}
