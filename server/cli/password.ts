import { randomInt } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { CliIo } from './io.ts'
import { demandUtf8, UsageError } from './usage.ts'

/** Without characters that are mistaken for others when they are read aloud or from paper. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Twenty characters of five random bits, in groups: nobody guesses it, and it can be dictated. */
export const generatePassword = () =>
  Array.from({ length: 4 }, () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')).join(
    '-',
  )

/** Asks twice on a terminal without showing what is typed; elsewhere reads the first line of stdin. */
export async function readPassword({ input, err }: CliIo): Promise<string> {
  if (!input.isTTY) return firstLine(input)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input, output: silent, terminal: true })
  // Ctrl+C or Ctrl+D closes the terminal, and the question would wait for ever without this signal.
  const left = new AbortController()
  terminal.once('close', () => left.abort())
  try {
    err.write('Password: ')
    const password = await terminal.question('', left)
    err.write('\nOnce more: ')
    const again = await terminal.question('', left)
    err.write('\n')
    if (again !== password) throw new UsageError('The two passwords differ. Try again.')
    return demandUtf8(password)
  } catch (error) {
    throw left.signal.aborted ? new UsageError('\nNo password was given, and nothing was changed.') : error
  } finally {
    terminal.close()
  }
}

async function firstLine(input: NodeJS.ReadStream): Promise<string> {
  for await (const line of createInterface({ input })) return demandUtf8(line)
  return ''
}
