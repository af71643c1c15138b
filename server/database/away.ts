import { z } from 'zod'

/** pg's and Node's codes for a database that does not answer, is starting, is stopping, or ran out of connections. */
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  'P2039',
])
const awayClasses = ['08', '57P', '53']
/** pg throws these without a code. */
const awayMessages =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Cannot use a pool after)/

/** What of an error is looked at; anything else it may be or hold is as good as nothing. */
const failure = z.object({
  code: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  cause: z.unknown().optional(),
  /** Prisma's own words for what the adapter threw. */
  meta: z
    .object({ driverAdapterError: z.object({ cause: z.object({ kind: z.string() }) }) })
    .optional()
    .catch(undefined),
})

/** Whether the failure means that the database is away, rather than that something is wrong with what it was asked. */
export function isDatabaseAway(error: unknown): boolean {
  const { data } = failure.safeParse(error)
  if (!data) return false
  const { code, message = '', cause, meta } = data
  if (code !== undefined && (awayCodes.has(code) || awayClasses.some((prefix) => code.startsWith(prefix)))) return true
  if (meta?.driverAdapterError.cause.kind === 'DatabaseNotReachable') return true
  if (awayMessages.test(message)) return true
  return cause !== undefined && cause !== error && isDatabaseAway(cause)
}
