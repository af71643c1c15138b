type Write = (facts: object, message: string) => void

/** What the database floor needs of a logger; pino's is one. */
export type Log = { info: Write; warn: Write; error: Write }
