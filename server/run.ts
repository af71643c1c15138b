import type { Logger } from 'pino'
import { firstCode, isNew } from './acesso/firstAdministrador.ts'
import { buildDesk, type RunningDesk } from './app.ts'
import { type Config, ConfigError } from './config.ts'
import type { DatabaseAhead } from './database/ahead.ts'
import { isDatabaseAway } from './database/away.ts'
import { EmbeddedDatabaseError } from './database/embedded/trouble.ts'
import { isDemo } from './database/installation.ts'
import { KeyError } from './database/sealed/keyFile.ts'
import { startDemoPbx } from './demo/demoPbx.ts'
import { demoGreeting, greeting } from './demo/greeting.ts'
import { NotADemoError, prepareDemo } from './demo/prepareDemo.ts'
import { openScreens } from './http/drawPages.ts'

/** desk → listen → ordered shutdown. */
export async function run(config: Config, log: Logger, ahead: DatabaseAhead): Promise<void> {
  const running = await build(config, log, ahead)
  // After a restart thousands of screens come back at one instant.
  await running.http.listen({ host: config.host, port: config.port, backlog: 4_096 })

  const url = addressOf(config, running)
  const demoPbx = config.mode === 'demo' && config.demoPbx ? startDemoPbx(url, log) : () => {}
  const code = (await isNew(running.desk)) ? await firstCode(running.desk) : null
  process.stdout.write(`${config.mode === 'demo' ? demoGreeting(url, config) : greeting(url, config, code)}\n`)

  const end = ending(log, async (hurry) => {
    setTimeout(() => process.exit(1), (config.saidaSegundos + config.shutdownSeconds) * 1_000 + restMs).unref()
    demoPbx()
    await running.close(hurry)
  })
  process.on('SIGTERM', end).on('SIGINT', end)
}

/** What comes after the screens and the requests may take so long; past it the process ends as it stands. */
const restMs = 10_000
/** The same for who asked twice. */
const hurriedMs = 3_000

/** Ends in order; asked a second time, at once: requests are cut, and the rest has no time to hang. */
function ending(log: Logger, close: (hurry: AbortSignal) => Promise<void>): (signal: string) => void {
  const hurry = new AbortController()
  let asked = 0
  return (signal) => {
    asked += 1
    if (asked === 1) {
      log.info({ signal }, 'shutting down')
      close(hurry.signal).then(
        () => {
          log.info({}, 'closed')
          process.exit(0)
        },
        (err) => {
          process.stderr.write(`Alô did not shut down in order: ${err}\n`)
          process.exit(1)
        },
      )
    } else if (asked === 2) {
      log.warn({ signal }, 'asked again: ending at once')
      setTimeout(() => process.exit(1), hurriedMs).unref()
      hurry.abort()
    }
  }
}

async function build(config: Config, log: Logger, ahead: DatabaseAhead): Promise<RunningDesk> {
  const screens = await openScreens({
    dev: config.mode === 'development',
    hostname: config.host,
    port: config.port,
    log,
  })
  const running = await buildDesk(config, log, screens, ahead)
  const { desk } = running
  if (config.mode === 'demo') await prepareDemo(desk)
  if (config.mode === 'production' && (await isDemo(desk.database))) throw new DemoDatabaseError()
  return running
}

/** The demo's passwords are public. */
class DemoDatabaseError extends Error {
  constructor() {
    super(
      'This is a demo database, whose passwords everybody knows. Set DATA_DIR or DATABASE_URL to another one, or run npm run demo.',
    )
  }
}

function addressOf(config: Config, { http }: RunningDesk): string {
  const address = http.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const host = config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host
  return config.publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** What an operator can mend is told in a sentence; anything else with its stack. */
export function explain(error: unknown): string {
  if (
    error instanceof ConfigError ||
    error instanceof EmbeddedDatabaseError ||
    error instanceof KeyError ||
    error instanceof NotADemoError ||
    error instanceof DemoDatabaseError
  ) {
    return error.message
  }
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error && error.code
  const port = 'port' in error ? error.port : undefined
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Stop that one, or choose another with PORT.`
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} may not be opened by this user. Choose one above 1023 with PORT.`
  if (isDatabaseAway(error))
    return `The database does not answer (${error.message}). Check DATABASE_URL and that PostgreSQL runs.`
  return error.stack ?? error.message
}
