import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Command, command as npmCommand } from '#server/database/embedded/programs'
import { freePort } from '../process.ts'
import { debianCommand } from './debian.ts'

export type TestPostgres = {
  /** The superuser's address of the database `postgres`, on loopback. */
  url: string
  /** Fast shutdown, then removes the folder. Idempotent. */
  stop: () => Promise<void>
  /** Immediate shutdown (SIGQUIT): on its next start the server must recover from its log. */
  crash: () => Promise<void>
  /** Starts the server again on the same port and data; ends it first if it runs. */
  restart: () => Promise<void>
}

/**
 * Starts a PostgreSQL for the caller alone: a new cluster in a temporary folder, a free port on loopback, a random
 * password, fsync on (the default). `from` chooses npm's programs, which the embedded database uses too, or Debian's,
 * which are installed if missing. Never touches another cluster.
 */
export async function startPostgres(
  say: (line: string) => void = console.error,
  from: 'npm' | 'debian' = 'npm',
): Promise<TestPostgres> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'alo-postgres-')))
  const cluster = join(folder, 'postgresql')
  mkdirSync(cluster, { mode: 0o700 })
  const place = { path: folder, cluster }
  const command = (name: 'initdb' | 'postgres', args: string[]) =>
    from === 'npm' ? npmCommand(name, place, args) : debianCommand(name, place, args, say)

  const password = randomBytes(12).toString('hex')
  const secret = join(folder, 'password')
  writeFileSync(secret, password, { mode: 0o644 })
  const auth = ['-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${secret}`]
  const locale = ['-E', 'UTF8', '--locale=C.UTF-8', '--no-instructions', '--no-sync']
  const [initdb, given, how] = command('initdb', ['-D', cluster, ...auth, ...locale])
  execFileSync(initdb, given, { ...how, stdio: 'pipe' })

  const port = await freePort()
  const run = () => startServer(command('postgres', ['-D', cluster, '-p', `${port}`, '-k', '', ...settings]))
  let server: ChildProcess | undefined = await run()
  // Ends the server if the tests end without stop().
  const killOnExit = () => server?.kill('SIGQUIT')
  process.once('exit', killOnExit)
  say(`PostgreSQL (${from}) on 127.0.0.1:${port}`)

  const end = async (signal: NodeJS.Signals) => {
    const ending = server
    server = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const gone = once(ending, 'exit')
    ending.kill(signal)
    await gone
  }
  return {
    url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`,
    crash: () => end('SIGQUIT'),
    restart: async () => {
      await end('SIGINT')
      server = await run()
    },
    stop: async () => {
      process.off('exit', killOnExit)
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const settings = [
  'listen_addresses=127.0.0.1',
  'max_connections=200',
  'log_min_messages=warning',
  'lc_messages=C',
].flatMap((setting) => ['-c', setting])

async function startServer([program, args, how]: Command): Promise<ChildProcess> {
  const server = spawn(program, args, { ...how, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', (piece) => {
      said = (said + piece).slice(-4_000)
      if (said.includes('database system is ready to accept connections')) resolve()
    })
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with code ${code}:\n${said}`)))
  })
  return server
}
