import type { Log } from '../log.ts'

/** Where a command reads and writes: its result alone on `out`, everything said to people on `err`. */
export interface CliIo {
  input: NodeJS.ReadStream
  out: NodeJS.WritableStream
  err: NodeJS.WriteStream
  /** Called when a signal interrupts the command: these remove drafts and close the database. */
  undo: Set<() => unknown>
}

/** Only what goes wrong is worth an operator's attention during a command. */
export function cliLog({ err }: CliIo): Log {
  const say = (facts: object, message: string) => {
    const cause = 'err' in facts && facts.err instanceof Error ? `: ${facts.err.message}` : ''
    err.write(`${message}${cause}\n`)
  }
  return { info: () => {}, warn: say, error: say }
}

/** A text from outside without control characters, which would steer a terminal. */
export const printable = (text: string) => text.replace(/\p{Cc}/gu, ' ')

/** Rows as tab-separated lines under a header, which people and `cut` read alike. */
export function writeTable(out: NodeJS.WritableStream, rows: readonly Record<string, unknown>[]): void {
  const [first] = rows
  if (!first) return
  const cell = (value: unknown) => printable(value instanceof Date ? value.toISOString() : String(value ?? '-'))
  const lines = [Object.keys(first), ...rows.map((row) => Object.values(row).map(cell))]
  out.write(lines.map((line) => `${line.join('\t')}\n`).join(''))
}

const barWidth = 30
const everyMs = 100

type Progress = { show: (done: number, words: string) => void; end: () => void }

/** A bar on stderr when that is a terminal, and nothing otherwise. Without a `total` only the words are shown. */
export function progressBar({ err }: CliIo, total: number | null): Progress {
  let shown = 0
  return {
    show(done, words) {
      if (!err.isTTY || Date.now() - shown < everyMs) return
      shown = Date.now()
      const share = total === null ? null : Math.min(1, total === 0 ? 1 : done / total)
      const bar =
        share === null
          ? ''
          : `${'█'.repeat(Math.round(share * barWidth)).padEnd(barWidth, '░')} ${Math.floor(share * 100)} % `
      err.write(`\r\u001b[K${bar}${words}`)
    },
    end() {
      if (err.isTTY) err.write('\r\u001b[K')
    },
  }
}
