import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const program = 'dist/main.js'
const startLimitMs = 60_000
const betweenLooksMs = 50

export interface DeskProcess {
  url: string
  port: number
  child: ChildProcess
  /** All that it wrote to stdout and stderr so far. */
  output: () => string
  /** Sends SIGTERM and waits for the end. */
  stop: () => Promise<void>
  /** Sends SIGKILL, so that the desk cannot clean up. */
  kill: () => Promise<void>
}

interface Options {
  env: Record<string, string>
  args?: string[]
  /** A file descriptor for its stdout; by default `output` collects it. */
  stdout?: number | 'pipe'
  port?: number
  /** The folder of the built version to start; by default this tree. */
  root?: string
  /** Limit of open files and connections together; by default this process's own. */
  descriptors?: number
  /** Milliseconds that a start may take. */
  limitMs?: number
  /** Path of another Node than this process's. */
  node?: string
  /** More options for Node. */
  execArgv?: string[]
}

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/**
 * Starts the built desk as operators do, and resolves once it is ready. @throws with its output when it ends or is not
 * ready in time
 */
export async function startProcess(options: Options): Promise<DeskProcess> {
  const { env, args = [], port, limitMs = startLimitMs, ...how } = options
  const chosen = port ?? (await freePort())
  const { child, output, ended } = spawnDesk(args, { ...env, PORT: String(chosen) }, how)
  const url = `http://127.0.0.1:${chosen}`
  const limit = Date.now() + limitMs
  while (!(await answers(`${url}/readyz`))) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the desk ended:\n${output()}`)
    if (Date.now() > limit) {
      child.kill('SIGKILL')
      throw new Error(`the desk was not ready in ${limitMs} ms:\n${output()}`)
    }
    await pause(betweenLooksMs)
  }
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal)
    await ended
  }
  return { url, port: chosen, child, output, stop: () => end('SIGTERM'), kill: () => end('SIGKILL') }
}

/** Starts a desk that should refuse to start. Returns its exit code and its output. */
export async function startRefused(
  env: Record<string, string>,
  args: string[] = [],
): Promise<{ code: number | null; output: string }> {
  const { child, output, ended } = spawnDesk(args, env)
  const timer = setTimeout(() => child.kill('SIGKILL'), startLimitMs)
  await ended
  clearTimeout(timer)
  return { code: child.exitCode, output: output() }
}

type How = Pick<Options, 'stdout' | 'descriptors' | 'node' | 'execArgv' | 'root'>

export function spawnDesk(
  args: string[],
  env: Record<string, string>,
  { stdout = 'pipe', descriptors, node = process.execPath, execArgv = [], root = '.' }: How = {},
) {
  if (!existsSync(join(root, program))) throw new Error(`${program} is not there: run node server/build.mjs first`)
  const { PATH = '', HOME = '', TMPDIR } = process.env
  const command = [node, '--max-semi-space-size=32', '--enable-source-maps', ...execArgv, program, ...args]
  const within = descriptors === undefined ? [] : ['sh', '-c', `ulimit -n ${descriptors}; exec "$@"`, 'sh']
  const [first = '', ...rest] = [...within, ...command]
  const child = spawn(first, rest, {
    // DATABASE_URL is set to '', so that the desk does not take a database from a developer's .env.
    env: { PATH, HOME, ...(TMPDIR && { TMPDIR }), NODE_ENV: 'production', DEMO_PBX: 'off', DATABASE_URL: '', ...env },
    cwd: root,
    stdio: ['ignore', stdout, 'pipe'],
  })
  running.add(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (piece) => {
      said += piece
    })
  }
  const ended = once(child, 'close').then(() => void running.delete(child))
  return { child, output: () => said, ended }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

let looked = 0

/**
 * A port that nobody has. It is below those that the system gives away by itself, and apart from those of the other
 * processes that run tests: between this look and its use another desk or proxy would get it now and then.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 12_000 + ((process.pid * 100 + looked++) % 20_000)
    const probe = createServer().listen(port, '127.0.0.1')
    const isFree = await once(probe, 'listening').then(Boolean, () => false)
    if (!isFree) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}
