import { once } from 'node:events'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { followAccess } from './acesso/followAccess.ts'
import { recognizePerson } from './acesso/recognizePerson.ts'
import { flushTokenUses } from './acesso/recognizeToken.ts'
import { openDoors } from './acesso/routes/doors.ts'
import { sessionRoutes } from './acesso/routes/session.ts'
import { signInRoutes } from './acesso/routes/signIn.ts'
import { endExpiredSessoes } from './acesso/rows/sessions.ts'
import { auditoriaRoutes } from './auditoria/routes.ts'
import { scheduleBackups } from './backups.ts'
import { closeLists } from './cliente/listClientes.ts'
import { clienteIntegrationRoutes, clientePainelRoutes } from './cliente/routes.ts'
import { type Config, version } from './config.ts'
import { isDatabaseAway } from './database/away.ts'
import { applyMigrations, pendingMigrations } from './database/migrate.ts'
import { Others } from './database/others/others.ts'
import { keepUp } from './database/upkeep.ts'
import type { Desk } from './desk.ts'
import { financeiroRoutes } from './faturamento/routes/integration.ts'
import { faturamentoRoutes } from './faturamento/routes/supervisor.ts'
import { forgetAnswers } from './faturamento/rows/registrationFacts.ts'
import { buildHttp } from './http/build.ts'
import type { Connections } from './http/connections.ts'
import { healthRoutes, metricsRoutes } from './http/monitoring.ts'
import { onePort } from './http/onePort.ts'
import { openRoutes, type Route } from './http/route.ts'
import type { Screens } from './http/screens.ts'
import { expireLigacoes } from './ligacao/agentLigacao.ts'
import { checkAllScreens, checkChangedScreens } from './ligacao/checkScreens.ts'
import { forgetOld } from './ligacao/forgetOld.ts'
import { flushShown } from './ligacao/reportShown.ts'
import { ligacaoRoutes } from './ligacao/routes/agent.ts'
import { pbxRoutes } from './ligacao/routes/pbx.ts'
import { serveScreen } from './ligacao/routes/screen.ts'
import { openDesk } from './openDesk.ts'
import { type Hub, openHub } from './realtime/hub.ts'
import { inTurns, repeat } from './repeat.ts'

const minute = 60_000
const day = 24 * 60 * minute
const migrations = 'prisma/migrations'

/** Every route of the desk but sign-in, health and metrics. */
export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...auditoriaRoutes,
  ...clienteIntegrationRoutes,
  ...clientePainelRoutes,
  ...financeiroRoutes,
  ...faturamentoRoutes,
  ...pbxRoutes,
  ...ligacaoRoutes,
]

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
export async function buildDesk(config: Config, log: Logger, screens: Screens | null): Promise<RunningDesk> {
  const others = new Others()
  const hub = openHub({ publicUrl: config.publicUrl, others, log })
  const desk = await openDesk(config, log, { role: 'server', publisher: hub.publisher, others })
  const { database } = desk
  await applyMigrations(database.pool, migrations, log)

  const { publicUrl, trustProxy } = config
  const port = onePort({ dev: config.mode === 'development', publicUrl, trustProxy, log })
  let leaving = false
  if (screens) port.showScreens(screens)
  const { serverFactory } = port
  const http = await buildHttp({ log, serverFactory, trustProxy, version, routes })
  await http.register(metricsRoutes, { metricsToken: config.metricsToken, screens: hub.count })
  await http.register(healthRoutes, {
    pending: () => pendingMigrations(database.pool, migrations),
    leaving: () => leaving,
  })
  await http.register(signInRoutes, { desk })
  openRoutes(http, desk, openDoors(http, desk), routes)
  const connections = port.connections()
  http.addHook('preClose', () => endScreens(hub, connections))
  await http.ready()
  hub.open(port.server(), {
    recognize: (cookie) => recognizePerson(desk, cookie),
    serve: (socket, { usuarioId }) => serveScreen(desk, socket, usuarioId),
  })

  const unfollow = await followAccess(desk, hub)
  const unwatch = database.pool.onHealth((health) => hub.tellAll('mesa:banco', { responde: health === 'well' }))
  const chores = [
    repeat('keep the embedded database up', minute, () => keepUp(database), log, isDatabaseAway),
    repeat('write last uses of tokens', minute, () => flushTokenUses(desk), log, isDatabaseAway),
    repeat('look whether windows changed unheard', 10_000, () => checkChangedScreens(desk), log, isDatabaseAway),
  ]
  // Of all processes of this database one does these.
  const forAll = inTurns(() => [
    repeat('expire windows', minute, () => expireLigacoes(desk), log, isDatabaseAway),
    repeat('forget idempotency keys', 10 * minute, () => forgetAnswers(database, desk.now()), log, isDatabaseAway),
    repeat('end expired sessions', 10_000, () => endExpiredSessoes(desk), log, isDatabaseAway),
    repeat('forget what is old', day, () => forgetOld(desk), log, isDatabaseAway),
    scheduleBackups(config, log),
  ])
  others.on('duty', forAll.turn)
  others.on('missed', () => void checkAllScreens(desk))
  await others.join(database, log)

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
      await Promise.all([...chores, forAll.stop].map((stop) => stop()))
      await closeLists(desk)
      await http.close()
      await others.leave()
      unwatch()
      await unfollow()
      await flushShown(desk)
      // Last uses are not worth a shutdown out of order.
      await flushTokenUses(desk).catch((err) => log.warn({ err }, 'last uses of tokens were not written'))
      await screens?.close()
      await database.close()
    },
  }
}

/** Waits for the requests under way; what is not finished by the limit is cut. */
async function finishRequests(connections: Connections, limit: AbortSignal, log: Logger): Promise<void> {
  const late = limit.aborted ? Promise.resolve() : once(limit, 'abort')
  if (!(await Promise.race([connections.idle().then(() => false), late.then(() => true)]))) return
  const requests = connections.cutRequests()
  if (requests > 0) log.warn({ requests }, 'requests that were still under way were cut')
}

/** Screens that do not say goodbye do not hold up the desk. */
const goodbyeMs = 1_000

async function endScreens(hub: Hub, connections: Connections): Promise<void> {
  const timer = setTimeout(() => connections.cut(), goodbyeMs)
  await hub.close()
  clearTimeout(timer)
}
