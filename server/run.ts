import type { Logger } from 'pino'
import { firstCode, isNew } from './acesso/firstAdministrador.ts'
import { buildDesk, type RunningDesk } from './app.ts'
import { type Config, deskAddress, isEmbedded } from './config.ts'
import type { DatabaseAhead } from './database/ahead.ts'
import { databaseTrouble } from './database/away.ts'
import { startDemoPbx } from './demo/demoPbx.ts'
import { greeting } from './demo/greeting.ts'
import { prepareDemo } from './demo/prepareDemo.ts'
import { OperatorError } from './errors.ts'
import { openScreens } from './http/pages/drawPages.ts'

/** Builds the desk, listens, and shuts down in order at SIGTERM, SIGINT or SIGHUP. */
export async function run(config: Config, log: Logger, ahead: DatabaseAhead): Promise<void> {
  const running = await build(config, log, ahead)
  // After a restart thousands of screens come back at one instant.
  await running.http.listen({ host: config.host, port: config.port, backlog: 4_096 }).catch(async (error) => {
    await running.close().catch((err) => log.error({ err }, 'the desk that cannot listen did not close in order'))
    throw cannotListen(config, error)
  })

  const listening = running.http.server.address()
  const url = deskAddress(typeof listening === 'object' && listening ? { ...config, port: listening.port } : config)
  const demoPbx = config.mode === 'demo' && config.demoPbx ? startDemoPbx(url, log) : () => {}
  const code = (await isNew(running.desk)) ? await firstCode(running.desk) : null
  process.stdout.write(`${greeting(url, config, code)}\n`)

  const end = ending(log, async (hurry) => {
    setTimeout(() => process.exit(1), (config.saidaSegundos + config.shutdownSeconds) * 1_000 + restMs).unref()
    demoPbx()
    await running.close(hurry)
  })
  process.on('SIGTERM', end).on('SIGINT', end).on('SIGHUP', end)
}

/** How long the shutdown may take after the screens and requests, in milliseconds; then the process exits anyway. */
const restMs = 10_000
/** How long the shutdown may take after a second signal, in milliseconds. */
const hurriedMs = 3_000

/** Handles signals: the first shuts down in order, the second cuts the requests and leaves the rest `hurriedMs`. */
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

/** Next loads in its thread while the desk is built. */
async function build(config: Config, log: Logger, ahead: DatabaseAhead): Promise<RunningDesk> {
  const screens = openScreens({ dev: config.mode === 'development', hostname: config.host, port: config.port }, log)
  const running = await buildDesk(config, log, screens, ahead)
  const { desk } = running
  try {
    await screens.ready
    if (config.mode === 'demo') await prepareDemo(desk)
    return running
  } catch (error) {
    await running.close()
    throw error
  }
}

/** The error of a desk that cannot listen on its host and port. */
function cannotListen({ host, port }: Config, { code, message }: NodeJS.ErrnoException): OperatorError {
  const told: Record<string, string> = {
    EADDRINUSE: `Port ${port} is taken by another program. Stop that one, or choose another with PORT.`,
    EACCES: `Port ${port} may not be opened by this user. Choose one above 1023 with PORT.`,
  }
  const other = `${host} is no address of this machine (${message}). Set HOST to one, or to 0.0.0.0 for all.`
  return new OperatorError(told[code ?? ''] ?? other)
}

/** Why the desk did not start: a sentence where the operator can fix it, the stack of any other error. */
export function explain(error: unknown): string {
  if (error instanceof OperatorError) return error.message
  if (!(error instanceof Error)) return String(error)
  return databaseTrouble(error, isEmbedded()) ?? error.stack ?? error.message
}
