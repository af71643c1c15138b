import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { followAccess } from './acesso/followAccess.ts'
import { recognizePerson } from './acesso/recognizePerson.ts'
import { flushTokenUses } from './acesso/recognizeToken.ts'
import { openDoors } from './acesso/routes/doors.ts'
import { sessionRoutes, signInRoutes } from './acesso/routes/session.ts'
import { auditoriaRoutes } from './auditoria/routes.ts'
import { closeLists } from './cliente/listClientes.ts'
import { clienteIntegrationRoutes, clientePainelRoutes } from './cliente/routes.ts'
import type { Config } from './config.ts'
import { isDatabaseAway } from './database/away.ts'
import { applyMigrations, newerDatabase, pendingMigrations, unknownMigrations } from './database/migrate.ts'
import { keepUp } from './database/upkeep.ts'
import type { Desk } from './desk.ts'
import { financeiroRoutes } from './faturamento/routes/integration.ts'
import { faturamentoRoutes } from './faturamento/routes/supervisor.ts'
import { forgetAnswers } from './faturamento/rows/registrationFacts.ts'
import { buildHttp } from './http/build.ts'
import { healthRoutes, metricsRoutes } from './http/monitoring.ts'
import { onePort } from './http/onePort.ts'
import { openRoutes, type Route } from './http/route.ts'
import type { Screens } from './http/screens.ts'
import { expireLigacoes } from './ligacao/agentLigacao.ts'
import { flushShown } from './ligacao/reportShown.ts'
import { ligacaoRoutes } from './ligacao/routes/agent.ts'
import { pbxRoutes } from './ligacao/routes/pbx.ts'
import { serveScreen } from './ligacao/routes/screen.ts'
import { openDesk } from './openDesk.ts'
import { openHub } from './realtime/hub.ts'
import { repeat } from './repeat.ts'

const minute = 60_000
const migrations = 'prisma/migrations'
const version = '0.1.0'

/** Every route of the desk but sign-in, health and metrics. */
const routes: readonly Route[] = [
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
  /** Stops accepting, finishes requests, tells the sockets, writes what is gathered, closes the database. */
  close(): Promise<void>
}

/** The composition root: a desk over its database, with its entrances and chores, not yet listening. */
export async function buildDesk(config: Config, log: Logger, screens: Screens | null): Promise<RunningDesk> {
  const hub = openHub({ publicUrl: config.publicUrl, log })
  const desk = await openDesk(config, log, { role: 'server', publisher: hub.publisher })
  const { database } = desk
  await applyMigrations(database.pool, migrations, log)
  const unknown = await unknownMigrations(database.pool, migrations)
  if (unknown.length > 0) log.warn({ unknown }, newerDatabase)

  const port = onePort(config.mode === 'development')
  if (screens) port.showScreens(screens)
  const { serverFactory } = port
  const http = await buildHttp({ log, serverFactory, trustProxy: config.trustProxy, version, routes })
  await http.register(metricsRoutes, { metricsToken: config.metricsToken, screens: hub.count })
  await http.register(healthRoutes, { pending: () => pendingMigrations(database.pool, migrations) })
  await http.register(signInRoutes, { desk })
  openRoutes(http, desk, openDoors(http, desk), routes)
  http.addHook('preClose', () => hub.close())
  http.addHook('onListen', () => database.pool.hurry())
  await http.ready()
  hub.open(port.server(), {
    recognize: (cookie) => recognizePerson(desk, cookie),
    serve: (socket, { usuarioId }) => serveScreen(desk, socket, usuarioId),
  })

  const unfollow = await followAccess(desk, hub)
  const unwatch = database.pool.onHealth((health) => hub.tellAll('mesa:banco', { responde: health === 'well' }))
  const chores = [
    repeat('expire windows', minute, () => expireLigacoes(desk), log, isDatabaseAway),
    repeat('forget idempotency keys', 10 * minute, () => forgetAnswers(database, desk.now()), log, isDatabaseAway),
    repeat('keep the embedded database up', minute, () => keepUp(database), log, isDatabaseAway),
    repeat('write last uses of tokens', minute, () => flushTokenUses(desk), log, isDatabaseAway),
  ]

  return {
    desk,
    http,
    async close() {
      await Promise.all(chores.map((stop) => stop()))
      await closeLists(desk)
      await http.close()
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
