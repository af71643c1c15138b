import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { isNew } from './acesso/firstAdministrador.ts'
import { followAccess } from './acesso/followAccess.ts'
import { presentActor, recognizePerson } from './acesso/recognizePerson.ts'
import { openDoors } from './acesso/routes/doors.ts'
import { signInRoutes } from './acesso/routes/signIn.ts'
import { beginChores } from './chores.ts'
import { type Config, version } from './config.ts'
import type { DatabaseAhead } from './database/ahead.ts'
import { bringUpToDate, lackingToServe, migrationsDone } from './database/migrate.ts'
import { Others } from './database/others/others.ts'
import { demandKeys } from './database/sealed/keyInForce.ts'
import { demandSessions } from './database/transaction.ts'
import { demandMode } from './demo/prepareDemo.ts'
import type { Desk } from './desk.ts'
import { buildHttp } from './http/build.ts'
import type { Connections } from './http/connections.ts'
import { countChoreFailures, healthRoutes, measureDatabase, metricsRoutes, nowAndThen } from './http/monitoring.ts'
import { onePort } from './http/onePort.ts'
import type { Screens } from './http/pages/drawPages.ts'
import { inTurn } from './http/readInTurn.ts'
import { openRoutes } from './http/route.ts'
import { followLigacoes } from './ligacao/followLigacoes.ts'
import { keepHearing } from './ligacao/noteHearing.ts'
import { serveScreen } from './ligacao/routes/screen.ts'
import { closeLists } from './listagem/listClientes.ts'
import { openDesk } from './openDesk.ts'
import { measureCalls } from './rastro/measureCalls.ts'
import { flushRastros } from './rastro/noteRequest.ts'
import { hearDrawn, traceRequests } from './rastro/routes.ts'
import { type Hub, openHub } from './realtime/hub.ts'
import { routes } from './routes.ts'

export interface RunningDesk {
  desk: Desk
  http: FastifyInstance
  /**
   * Stops accepting, finishes requests, ends the sockets, writes what is gathered, closes the database. Requests have
   * LIMITE_ENCERRAMENTO_SEGUNDOS to finish, or until `hurry`.
   */
  close(hurry?: AbortSignal): Promise<void>
}

/** The composition root: a desk over its database, with its entrances and chores, not yet listening. */
export async function buildDesk(
  config: Config,
  log: Logger,
  screens: Screens | null,
  ahead?: DatabaseAhead,
): Promise<RunningDesk> {
  const others = new Others()
  const hub = openHub({ publicUrl: config.publicUrl, others, log })
  const desk = await openDesk(config, log, { role: 'server', publisher: hub.publisher, others, ahead })
  const { database } = desk
  try {
    if (config.databaseUrl) await demandSessions(database)
    // A database that has tables is checked before it is migrated: a desk that refuses to start has changed nothing.
    const made = (await migrationsDone(database.pool)).length > 0
    if (made) await demandOwn(desk)
    await bringUpToDate(database.pool, log)
    if (!made) await demandOwn(desk)
  } catch (error) {
    await database.close()
    throw error
  }

  const { publicUrl, trustProxy } = config
  const port = onePort({ dev: config.mode === 'development', publicUrl, trustProxy, log })
  let leaving = false
  screens?.drawFor({
    async who({ headers }) {
      const actor = await recognizePerson(desk, headers.cookie)
      return actor && JSON.stringify(presentActor(desk, actor))
    },
    provedor: () => desk.config.nomeProvedor,
    async elsewhere(path) {
      if (path !== '/entrar' && path !== '/primeiro-acesso') return null
      const isEmpty = await isNew(desk).catch(() => null)
      const right = isEmpty ? '/primeiro-acesso' : '/entrar'
      return isEmpty === null || path === right ? null : right
    },
  })
  if (screens) port.showScreens(screens)
  const { serverFactory } = port
  const http = await buildHttp({ log, serverFactory, trustProxy, version, routes })
  await http.register(metricsRoutes, { metricsToken: config.metricsToken, screens: hub.count })
  const pending = nowAndThen(() => lackingToServe(database.pool))
  await http.register(healthRoutes, { pending, leaving: () => leaving })
  await http.register(signInRoutes, { desk })
  traceRequests(http, desk)
  measureDatabase(http.metrics, database, pending)
  measureCalls(http.metrics, desk)
  openRoutes(http, desk, openDoors(http, desk), routes.map(inTurn))
  const connections = port.connections()
  http.addHook('preClose', () => endScreens(hub, connections))
  http.addHook('onListen', () => database.pool.hurry())
  await http.ready()
  hub.open(port.server(), {
    recognize: (cookie) => recognizePerson(desk, cookie),
    serve(socket, { usuarioId }) {
      hearDrawn(desk, socket, usuarioId)
      serveScreen(desk, socket, usuarioId)
    },
  })

  const endAccess = await followAccess(desk, hub)
  const unwatch = database.pool.onHealth((health) => hub.tellAll('mesa:banco', { responde: health === 'well' }))
  const stopChores = beginChores(desk, others, countChoreFailures(http.metrics))
  const endLigacoes = followLigacoes(desk)
  others.on('missed', () => hub.tellAll('mesa:banco', { responde: true }))
  await others.join(database, log)
  const endHearing = await keepHearing(desk)

  return {
    desk,
    http,
    async close(hurry = new AbortController().signal) {
      leaving = true
      const hurried = once(hurry, 'abort')
      if (others.count > 0 && !hurry.aborted) await Promise.race([hub.drain(config.saidaSegundos * 1_000), hurried])
      connections.leave()
      const limit = AbortSignal.timeout(config.shutdownSeconds * 1_000)
      await finishRequests(connections, AbortSignal.any([limit, hurry]), log)
      await stopChores()
      await endHearing()
      await closeLists(desk)
      await http.close()
      unwatch()
      await endLigacoes()
      await flushRastros(desk)
      await others.leave()
      await endAccess()
      await screens?.close()
      await database.close()
    },
  }
}

/** Checks that the database fits the desk's mode and keys. @throws OperatorError telling what to do */
async function demandOwn(desk: Desk): Promise<void> {
  await demandMode(desk)
  await demandKeys(desk.database)
}

/** Waits for the requests under way; what is not finished by the limit is cut. */
async function finishRequests(connections: Connections, limit: AbortSignal, log: Logger): Promise<void> {
  const late = limit.aborted ? Promise.resolve() : once(limit, 'abort')
  if (!(await Promise.race([connections.idle().then(() => false), late.then(() => true)]))) return
  const requests = connections.cutRequests()
  if (requests > 0) log.warn({ requests }, 'requests that were still under way were cut')
}

/** How long the shutdown waits for screens to close their connections, in milliseconds; then it cuts them. */
const goodbyeMs = 1_000

async function endScreens(hub: Hub, connections: Connections): Promise<void> {
  const timer = setTimeout(() => connections.cut(), goodbyeMs)
  await hub.close()
  clearTimeout(timer)
}
