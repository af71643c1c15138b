import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import type { CliIo } from '../io.ts'
import { UsageError } from '../usage.ts'

const least = 10

/** Asks twice on a terminal without showing what is typed; elsewhere reads the first line of stdin. */
export async function readPassword({ input, err }: CliIo): Promise<string> {
  if (!input.isTTY) {
    const [line] = await firstLine(input)
    return checked(line ?? '')
  }
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input, output: silent, terminal: true })
  try {
    err.write('Password: ')
    const password = checked(await terminal.question(''))
    err.write('\nOnce more: ')
    const again = await terminal.question('')
    err.write('\n')
    if (again !== password) throw new UsageError('The two passwords differ. Try again.')
    return password
  } finally {
    terminal.close()
  }
}

async function firstLine(input: NodeJS.ReadStream): Promise<string[]> {
  for await (const line of createInterface({ input })) return [line]
  return []
}

export function checked(password: string): string {
  if (password.length < least) throw new UsageError(`The password must have at least ${least} characters.`)
  return password
}
