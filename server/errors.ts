/** An error that an operator can do something about. Its message tells what, and is all that is printed. */
export class OperatorError extends Error {}

/** The code of a system's or a library's error, such as ENOENT; empty for an error without one. */
export const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? String(error.code) : '')
