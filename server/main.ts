import pino, { type Logger } from 'pino'
import { type Config, loadEnvFile, readConfig } from './config.ts'
import { type DatabaseAhead, openAhead } from './database/ahead.ts'

// What a desk is made of takes longer to load than an embedded database to open: it is loaded while that opens.
const loadDesk = () => import('./run.ts')

let ahead: DatabaseAhead | undefined

async function main(): Promise<void> {
  // What is written holds customers and secrets, wherever it is written.
  process.umask(0o077)
  loadEnvFile()
  const config = readConfig(modeOf(process.argv))
  const log = openLog(config)
  die(log)
  const giveUp = (signal: string) => void giveUpStart(log, signal)
  process.once('SIGTERM', giveUp).once('SIGINT', giveUp)
  ahead = openAhead({ ...config, log, role: 'server' })
  const { run } = await loadDesk()
  await run(config, log, ahead)
  // From now on run's own ends the desk in order.
  process.off('SIGTERM', giveUp).off('SIGINT', giveUp)
}

let givenUp = false

/** A desk that is told to end while it starts leaves no embedded database at work; told twice it ends at once. */
async function giveUpStart(log: Logger, signal: string): Promise<never> {
  givenUp = true
  log.info({ signal }, 'told to end while starting')
  // What the rest of the start says of a database that is taken away is no news.
  log.level = 'silent'
  await closeAhead()
  process.exit(0)
}

/** An embedded database that was begun for this start, and that nobody else uses, ends with it. */
const closeAhead = () => ahead?.opening?.then((embedded) => embedded.close()).catch(() => undefined)

function modeOf(argv: readonly string[]): Config['mode'] {
  if (argv.includes('--demo')) return 'demo'
  return argv.includes('--dev') ? 'development' : 'production'
}

/** So much of the log waits for a disk that is full; what comes then is lost, and the desk goes on. */
const maxLogBytes = 16 * 1024 * 1024

/** Lines wait for so many characters, or so long, and are written together: a request costs no write of its own. */
const [gatheredLength, gatheredMs] = [16_000, 100]

/** Lines are written while requests go on; at exit pino writes what is left. */
function openLog({ logLevel: level, logPretty }: Config): Logger {
  // Nobody reads, or the disk is full: there is no one to tell, and the calls go on.
  process.stdout.on('error', () => undefined)
  if (logPretty) return pino({ level, transport: { target: 'pino-pretty' } })
  const destination = pino.destination({ sync: false, minLength: gatheredLength, maxLength: maxLogBytes })
  destination.on('error', () => undefined)
  // Gathered here: the destination would measure all that waits at each line anew, more bytes than the call itself is.
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
  // Before pino's own, which then writes at once what is shorter than the destination waits for.
  process.prependListener('exit', pass)
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

/** After a throw that nobody caught, what this process knows can no longer be trusted. */
function die(log: Logger): void {
  const last = (err: unknown) => {
    log.fatal({ err }, 'an error that nobody caught: the process ends')
    process.exit(1)
  }
  process.on('uncaughtException', last).on('unhandledRejection', last)
}

main().catch(async (error: unknown) => {
  const { explain } = await loadDesk()
  if (givenUp) return
  process.stderr.write(`\nAlô did not start. ${explain(error)}\n`)
  await closeAhead()
  process.exit(1)
})
