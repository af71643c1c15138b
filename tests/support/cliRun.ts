import { PassThrough, Writable } from 'node:stream'
import type { CliIo } from '#server/cli/io'
import { UsageError } from '#server/cli/usage'

export interface Ran {
  code: 0 | 1
  out: string
  err: string
}

/**
 * What a command says and how it ends, run in this process as cli.ts runs it. `stdin` is what comes in, or what is typed
 * at a terminal after each prompt; bytes that are no text come out in `latin1`. @throws what is no operator's mistake
 */
export async function ran(
  command: (io: CliIo) => Promise<void>,
  stdin: Buffer | string[] = [],
  encoding: BufferEncoding = 'utf8',
): Promise<Ran> {
  const typed = Buffer.isBuffer(stdin) ? [] : stdin
  const input = Object.assign(new PassThrough(), { isTTY: typed.length > 0 })
  if (Buffer.isBuffer(stdin)) input.end(stdin)
  const [out, err] = [
    heard(),
    heard((said) => {
      // The question is asked a moment after its prompt stands there.
      if (said.endsWith(': ') && typed.length > 0) setImmediate(() => input.write(`${typed.shift()}\r`))
    }),
  ]
  const said = () => ({ out: out.said(encoding), err: err.said('utf8') })
  try {
    await command({ input, out: out.stream, err: err.stream } as unknown as CliIo)
    return { code: 0, ...said() }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    const { out, err } = said()
    return { code: 1, out, err: `${err}${error.message}\n` }
  }
}

function heard(then: (said: string) => void = () => undefined) {
  const pieces: Buffer[] = []
  const write = (piece: Buffer, _encoding: string, done: () => void) => {
    pieces.push(piece)
    then(piece.toString())
    done()
  }
  return {
    stream: new Writable({ write }),
    said: (encoding: BufferEncoding) => Buffer.concat(pieces).toString(encoding),
  }
}
