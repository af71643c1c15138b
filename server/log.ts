/** The logger that the desk's own code needs; pino's is one. */
export type Log = Record<'info' | 'warn' | 'error', (facts: object, message: string) => void>
