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

/** Whether the failure means that the database is away, rather than that something is wrong with what it was asked. */
export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, message, cause, meta } = error as {
    code?: unknown
    message?: unknown
    cause?: unknown
    meta?: { driverAdapterError?: { cause?: { kind?: string } } }
  }
  if (typeof code === 'string' && (awayCodes.has(code) || awayClasses.some((prefix) => code.startsWith(prefix))))
    return true
  if (meta?.driverAdapterError?.cause?.kind === 'DatabaseNotReachable') return true
  if (typeof message === 'string' && awayMessages.test(message)) return true
  return cause !== undefined && cause !== error && isDatabaseAway(cause)
}
