import { type ChildProcess, execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import type { CliIo } from '#server/cli/io'
import { runCli } from '#server/cli/runCli'

/** How a command ended and what it wrote. `err` is stderr without the line `Database: …`, which is in `database`. */
export interface Ran {
  code: number
  database: string | undefined
  out: string
  err: string
}

/** The database that a command is to work on. */
export interface Place {
  dataDir?: string | undefined
  databaseUrl?: string | undefined
}

interface Given {
  /** The command's settings. An unused one is set to '', so that a developer's `.env` cannot fill it in. */
  env: Record<string, string>
  /** Standard input. A list (only for a command in this process) is typed at a terminal, one item per prompt. */
  stdin?: Buffer | string | string[]
  /** How `out` is decoded; `latin1` keeps bytes that are not text. */
  encoding?: BufferEncoding
}

interface GivenProcess extends Given {
  stdin?: Buffer | string
  cwd?: string
  program?: string
  /** Shell code that runs before the command. */
  before?: string
}

export const settingsOf = ({ dataDir = '', databaseUrl = '' }: Place) => ({
  DATA_DIR: dataDir,
  DATABASE_URL: databaseUrl,
})

/** Runs a command in this process, as cli.ts does. `words` are its arguments. */
export const command = (place: Place, ...words: string[]): Promise<Ran> => runCommand(words, { env: settingsOf(place) })

export async function runCommand(words: string[], { env, stdin = '', encoding = 'utf8' }: Given): Promise<Ran> {
  const typed = Array.isArray(stdin) ? [...stdin] : undefined
  const input = Object.assign(new PassThrough(), { isTTY: typed !== undefined })
  if (!Array.isArray(stdin)) input.end(stdin)
  const out = heard()
  const err = heard((said) => {
    // The command writes its prompt first and starts reading a moment later.
    if (said.endsWith(': ') && typed?.length) setImmediate(() => input.write(`${typed.shift()}\r`))
  })
  const code = await runCli(words, { input, out: out.stream, err: err.stream } as unknown as CliIo, { ...env })
  return { code, out: out.said(encoding), ...toldApart(err.said('utf8')) }
}

/** Starts the built command in a process, as operators do. */
export function startCommand(words: string[], given: GivenProcess): { child: ChildProcess; ran: Promise<Ran> } {
  const { env, stdin = '', encoding = 'utf8', cwd = '.', program = resolve('dist/cli.js'), before = '' } = given
  const { PATH = '', HOME = '' } = process.env
  const own = { PATH, HOME, NODE_ENV: 'production', ...env } as const
  const line = ['-c', `${before} exec "$@"`, 'sh', process.execPath, program, ...words]
  let child: ChildProcess | undefined
  const ran = new Promise<Ran>((settle) => {
    child = execFile('sh', line, { env: own, cwd, encoding, maxBuffer: 2 ** 28 }, (error, out, err) =>
      settle({ code: error ? Number(error.code ?? -1) : 0, out, ...toldApart(Buffer.from(err, encoding).toString()) }),
    )
    child.stdin?.end(stdin)
  })
  return { child: child as ChildProcess, ran }
}

function toldApart(said: string): Pick<Ran, 'database' | 'err'> {
  const [line, database] = /^Database: (.*)\n/.exec(said) ?? ['']
  return { database, err: said.slice(line.length) }
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
