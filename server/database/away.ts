import * as z from 'zod'
import { OperatorError } from '../errors.ts'

/** PostgreSQL's code for a statement that it aborts to end a deadlock. */
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
/** Beginnings of SQLSTATE codes: connection, shutdown or start, lack of disk, memory or connections, system error. */
const awayClasses = ['08', '57P', '53', '58']
/** pg throws these without a code. */
const awayMessages =
  /^(timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after)/

/**
 * The database, or a turn at it, did not come in time, or is known not to come. Shaped like a socket error, which Prisma
 * knows.
 */
export class DatabaseSilentError extends Error {
  override readonly name = 'DatabaseSilentError'
  readonly code = 'ETIMEDOUT'
  readonly syscall = 'read'
  readonly errno = -110
}

/** The parts of an error that are looked at. A part of another type counts as missing. */
const failure = z.object({
  code: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  cause: z.unknown().optional(),
  /** Prisma's name for the failure, in the cause of its adapter's error. A statement's error has that in `meta`. */
  kind: z.string().optional().catch(undefined),
  meta: z.object({ driverAdapterError: z.unknown() }).optional().catch(undefined),
})

const awayKinds = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
  'TransactionWriteConflict',
  'AuthenticationFailed',
  'DatabaseAccessDenied',
  'DatabaseDoesNotExist',
])
/** Node's codes for a certificate that it does not trust; one that expires takes the database away from a desk. */
const untrusted = /CERT|^UNABLE_TO_VERIFY/
/** PostgreSQL's rules let nobody in who comes from there, or without TLS. */
const notThisWay = '28000'
/** The database does not exist, lets nobody in, or not this user. */
const refusedCodes = new Set(['3D000', notThisWay, '28P01', '55000'])
const isAwayCode = (code: string | undefined) =>
  code !== undefined &&
  (awayCodes.has(code) ||
    refusedCodes.has(code) ||
    untrusted.test(code) ||
    awayClasses.some((prefix) => code.startsWith(prefix)))

/** The error and all errors that it names as its causes, the database's own error last. */
function fullCause(error: unknown): z.infer<typeof failure>[] {
  const { data } = failure.safeParse(error)
  if (!data) return []
  const within = [data.cause, data.meta?.driverAdapterError].filter((each) => each !== error)
  return [data, ...within.flatMap(fullCause)]
}

/** Whether the failure means that the database is away, rather than that the statement is wrong. */
export const isDatabaseAway = (error: unknown): boolean =>
  fullCause(error).some(
    ({ code, kind = '', message = '' }) => isAwayCode(code) || awayKinds.has(kind) || awayMessages.test(message),
  )

/** The user may not use the database's tables. */
const lacksRights = '42501'
/** pg throws these without a code. */
const refusedMessage = /^(The server does not support SSL connections|SASL: )/
/** A prepared statement is there already, or is not there: each transaction may have another connection. */
const pooledCodes = new Set(['42P05', '26000'])
/** What an operator does about a pooler in transaction mode. */
export const pooled = (message: string) =>
  `A pooler in transaction mode does not do (${message}). Set DATABASE_URL to PostgreSQL itself, or set session mode.`
const poolTimeout = 'Connection terminated due to connection timeout'
const lacksRoom = /^53/
const lacksConnections = '53300'
const unsupported = '0A000'
const readOnly = '25006'
/** Fastify's code for a part of the start that took longer than ten seconds. It waits for nothing but the database. */
const startTooSlow = 'AVV_ERR_PLUGIN_EXEC_TIMEOUT'
/** The code that `demandCluster` raises where another cluster replaces the embedded one (embedded/cluster.ts). */
const anotherCluster = '57P04'

/**
 * Whether the code is PostgreSQL's own, and not one for a lost connection, a shutdown or a start. Codes of Node (EPIPE)
 * and of Prisma (P1001) have five characters too.
 */
const isAnswer = (code = '') => /^[0-9A-Z]{5}$/.test(code) && !/^(57P|08|E[A-Z]{4}$|P[1-9])/.test(code)

/** The database answers, but this desk cannot work with it. */
export class UnfitDatabaseError extends OperatorError {
  override readonly name = 'UnfitDatabaseError'
}

/**
 * A sentence that tells an operator why the database cannot be used and what to do; undefined for any other failure.
 * For an `embedded` database it names no DATABASE_URL to check: there is none, and the next process starts it.
 */
export function databaseTrouble(error: unknown, embedded = false): string | undefined {
  const causes = fullCause(error)
  // The pool's own timeout closes the connection, and the cause that it gives says no more than that.
  const timeout = causes.find((each) => each.message === poolTimeout)
  const message = (timeout ?? causes.findLast((each) => each.message))?.message ?? ''
  const has = (is: (code: string) => boolean) => causes.some(({ code = '' }) => is(code))
  if (has((code) => code === lacksConnections))
    return `PostgreSQL lets in no more connections (${message}). Raise that limit: each process of the desk takes up to 20.`
  if (has((code) => lacksRoom.test(code)))
    return `PostgreSQL lacks disk or memory (${message}). Make room, and try again.`
  // Its own words may be in any language, but they name the extension.
  if (has((code) => code === unsupported) && message.includes('pg_trgm'))
    return `PostgreSQL lacks pg_trgm (${message}). Install its contrib package (postgresql-contrib), and try again.`
  if (has((code) => code === readOnly))
    return embedded
      ? `The embedded database takes no writes (${message}). Let it, by default_transaction_read_only = off.`
      : `The database takes no writes (${message}). Set DATABASE_URL to the one that does, or let this one.`
  if (has((code) => code === startTooSlow))
    return (
      'The database answers, but a statement took longer than ten seconds. pg_stat_activity says what it waits for: a lock ' +
      'that another program holds, or a standby that is gone (synchronous_standby_names).'
    )
  const lacks = has((code) => code === lacksRights)
  const refused = has((code) => refusedCodes.has(code)) || refusedMessage.test(message)
  if (embedded && (lacks || refused || isDatabaseAway(error)))
    return has(isAnswer) || has((code) => code === anotherCluster)
      ? `The embedded database refuses (${message}).`
      : `The embedded database does not answer (${message}): it ended, or hangs. What it says is in postgresql.log in ` +
          'DATA_DIR. Whoever comes next starts it: ask again.'
  if (has((code) => untrusted.test(code)))
    return (
      `PostgreSQL’s certificate is not trusted (${message}). Name in DATABASE_URL the host that it is for, and its authority ` +
      '(?sslmode=verify-full&sslrootcert=/…/ca.pem); or, where nobody can come between, ?sslmode=no-verify.'
    )
  if (has((code) => pooledCodes.has(code))) return pooled(message)
  if (lacks)
    return (
      `PostgreSQL refuses (${message}). The database must belong to the user of DATABASE_URL: ALTER DATABASE … OWNER TO …; ` +
      'where schema or tables are somebody else’s, ALTER SCHEMA public OWNER TO …, and REASSIGN OWNED BY … TO … or ALTER TABLE … OWNER TO …'
    )
  const noTls = has((code) => code === notThisWay) ? ' (where TLS is demanded: ?sslmode=verify-full)' : ''
  if (refused)
    return `PostgreSQL refuses (${message}). Check DATABASE_URL${noTls}, and that its database is there and belongs to its user.`
  if (isDatabaseAway(error))
    return (
      `The database does not answer (${message}). Check DATABASE_URL and that PostgreSQL runs` +
      (/timeout/i.test(message) && !has(isAnswer)
        ? ', and give a pooler before it 20 connections for each process of the desk.'
        : '.')
    )
  return undefined
}

/** Whether PostgreSQL aborted the statement to end a deadlock: nothing of it was done, and a retry may succeed. */
export const isDeadlock = (error: unknown): boolean => failure.safeParse(error).data?.code === deadlockCode

/**
 * Whether this refusal comes from a database that is alive: too many connections, or, as long as `connected` says that
 * somebody has one that works, a wrong password. A database that is starting or shutting down does not count as alive.
 */
export function saysItLives(error: unknown, connected: boolean): boolean {
  const { code = '' } = failure.safeParse(error).data ?? {}
  return isAnswer(code) && (connected || lacksRoom.test(code))
}
