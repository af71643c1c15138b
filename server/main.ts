import { writeSync } from 'node:fs'
import pino, { type Logger } from 'pino'
import { type Config, loadEnvFile, readConfig } from './config.ts'
import { type DatabaseAhead, openAhead } from './database/ahead.ts'
import { codeOf } from './errors.ts'

// The desk's modules take longer to load than an embedded database takes to open: they are loaded while it opens.
const loadDesk = () => import('./run.ts')

let ahead: DatabaseAhead | undefined

async function main(): Promise<void> {
  // The files that this process writes hold customers' data and secrets: only its own user may read them.
  process.umask(0o077)
  const strange = loadEnvFile()
  const config = readConfig(modeOf(process.argv))
  const log = openLog(config)
  if (strange.length > 0)
    log.warn({ strange }, '.env sets names that are no settings of Alô: .env.example has them all')
  die(log)
  const giveUp = (signal: string) => void giveUpStart(log, signal)
  // A terminal that closes may send SIGHUP twice, from the shell and from the kernel.
  process.once('SIGTERM', giveUp).once('SIGINT', giveUp).on('SIGHUP', giveUp)
  ahead = openAhead({ ...config, log, role: 'server' })
  const { run } = await loadDesk()
  await run(config, log, ahead)
  // From now on the handlers of `run` shut the desk down in order.
  process.off('SIGTERM', giveUp).off('SIGINT', giveUp).off('SIGHUP', giveUp)
}

let givenUp = false

/** Ends a desk that gets a signal while it starts, with the embedded database it opened. A second signal kills it. */
async function giveUpStart(log: Logger, signal: string): Promise<void> {
  if (givenUp) return
  givenUp = true
  log.info({ signal }, 'told to end while starting')
  // The start goes on beside this and fails without its database: those errors are no news.
  log.level = 'silent'
  await closeAhead()
  process.exit(0)
}

/** Closes the embedded database that was opened for this start; its server stops unless another process uses it. */
const closeAhead = () => ahead?.opening?.then((embedded) => embedded.close()).catch(() => undefined)

function modeOf(argv: readonly string[]): Config['mode'] {
  if (argv.includes('--demo')) return 'demo'
  return argv.includes('--dev') ? 'development' : 'production'
}

/** The most bytes of the log that wait while the disk is full; further lines are lost, and the desk goes on. */
const maxLogBytes = 16 * 1024 * 1024

/** Log lines are buffered up to this length or time and written together, so that no request costs its own write. */
const [gatheredLength, gatheredMs] = [16_000, 100]

/** Lines are written while requests go on; at exit pino writes what is left. */
function openLog({ logLevel: level, logPretty }: Config): Logger {
  // Nobody reads the log, or the disk is full: the error cannot be reported anywhere, and the calls go on.
  process.stdout.on('error', () => undefined)
  if (logPretty)
    return pino(
      { level },
      pino.transport({ target: 'pino-pretty' }).on('error', () => undefined),
    )
  const destination = pino.destination({ sync: false, minLength: gatheredLength, maxLength: maxLogBytes })
  // Buffered here, because pino's destination measures its whole buffer again at each line: more bytes than a call has.
  let gathered = ''
  let timer: NodeJS.Timeout | undefined
  const pass = () => {
    clearTimeout(timer)
    timer = undefined
    destination.write(gathered)
    gathered = ''
  }
  const flush = () => {
    pass()
    destination.flush()
  }
  let failed = false
  destination.on('error', () => (failed = true)).on('write', () => (failed = false))
  // Runs before pino's own exit handler, which would try for ever where the disk is full or nobody reads any more.
  process.prependListener('exit', () => {
    if (failed || !wroteAtOnce(gathered)) destination.destroy()
  })
  return pino(
    { level },
    {
      write(line) {
        gathered += line
        if (gathered.length >= gatheredLength) pass()
        else timer ??= setTimeout(flush, gatheredMs).unref()
      },
    },
  )
}

/** Writes the log's last lines, and gives whether it could. A reader that is slow has a second. */
function wroteAtOnce(lines: string): boolean {
  const limit = performance.now() + 1_000
  for (let left = Buffer.from(lines); left.length > 0; ) {
    try {
      left = left.subarray(writeSync(1, left))
    } catch (error) {
      // A pipe has no room at this moment.
      if (codeOf(error) !== 'EAGAIN' || performance.now() > limit) return false
    }
  }
  return true
}

/** Ends the process after an error that nobody caught: what it holds in memory can no longer be trusted. */
function die(log: Logger): void {
  const last = (err: unknown) => {
    log.fatal({ err }, 'an error that nobody caught: the process ends')
    process.exit(1)
  }
  process.on('uncaughtException', last).on('unhandledRejection', last)
}

/** After an update packages may be missing; or memory or file descriptors do not suffice for the modules. */
const unloaded = (error: unknown) =>
  `Its modules cannot be loaded (${error}). After an update or a copy, run npm ci && npm run build.`

main().catch(async (error: unknown) => {
  const { explain } = await loadDesk().catch(() => ({ explain: unloaded }))
  if (givenUp) return
  process.stderr.write(`\nAlô did not start. ${explain(error)}\n`)
  await closeAhead()
  process.exit(1)
})
