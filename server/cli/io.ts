import type { Log } from '../database/pool.ts'

/** Where a command reads and writes: its result alone on `out`, everything said to people on `err`. */
export interface CliIo {
  input: NodeJS.ReadStream
  out: NodeJS.WritableStream
  err: NodeJS.WriteStream
}

/** Only what goes wrong is worth an operator's attention during a command. */
export function cliLog({ err }: CliIo): Log {
  const say = (facts: object, message: string) => {
    const { err: cause } = facts as { err?: { message?: string } }
    err.write(`${message}${cause?.message ? `: ${cause.message}` : ''}\n`)
  }
  return { info: () => {}, warn: say, error: say }
}

/** Rows as tab-separated lines under a header, which people and `cut` read alike. */
export function writeTable(out: NodeJS.WritableStream, rows: readonly Record<string, unknown>[]): void {
  const [first] = rows
  if (!first) return
  const cell = (value: unknown) =>
    (value instanceof Date ? value.toISOString() : String(value ?? '-')).replace(/[\t\n]/g, ' ')
  const lines = [Object.keys(first), ...rows.map((row) => Object.values(row).map(cell))]
  out.write(lines.map((line) => `${line.join('\t')}\n`).join(''))
}
