import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { followAccess } from './acesso/followAccess.ts'
import { recognizePerson } from './acesso/recognizePerson.ts'
import { flushTokenUses } from './acesso/recognizeToken.ts'
import { openDoors } from './acesso/routes/doors.ts'
import { sessionRoutes, signInRoutes } from './acesso/routes/session.ts'
import { auditoriaRoutes } from './auditoria/routes.ts'
import { auditRecorder } from './auditoria/rows.ts'
import { browseClientes } from './cliente/browse/browseClientes.ts'
import { exportClientes } from './cliente/browse/exportFiltered.ts'
import { openListCache } from './cliente/list/open.ts'
import { listClientes } from './cliente/listClientes.ts'
import { lookupClientes } from './cliente/lookupClientes.ts'
import { revealDocumento } from './cliente/revealDocumento.ts'
import { browseRoutes } from './cliente/routes/browseRoutes.ts'
import { clienteRoutes } from './cliente/routes/clienteRoutes.ts'
import { listClientesRoute } from './cliente/routes/listRoute.ts'
import { lookupClientesRoute } from './cliente/routes/lookupRoute.ts'
import { clienteBrowser } from './cliente/rows/browse/browse.ts'
import { exportedReader } from './cliente/rows/browse/exported.ts'
import { documentoReader } from './cliente/rows/documento.ts'
import { clienteLookup } from './cliente/rows/lookup.ts'
import { clienteSearcher } from './cliente/rows/search.ts'
import { searchClientes } from './cliente/searchClientes.ts'
import type { Config } from './config.ts'
import { applyMigrations, pendingMigrations } from './database/migrate.ts'
import type { Log } from './database/pool.ts'
import { keepUp } from './database/upkeep.ts'
import { type Desk, openDesk } from './desk.ts'
import { manageTiposServico } from './faturamento/manageTiposServico.ts'
import { readLedger } from './faturamento/readLedger.ts'
import { registerEvento } from './faturamento/registerEvento.ts'
import { reverseEvento } from './faturamento/reverseEvento.ts'
import { financeiroRoutes } from './faturamento/routes/integrationRoutes.ts'
import { faturamentoRoutes } from './faturamento/routes/painelRoutes.ts'
import { tipoServicoRoutes } from './faturamento/routes/tipoServicoRoutes.ts'
import { faturamentoFacts } from './faturamento/rows/facts.ts'
import { ledgerReader } from './faturamento/rows/ledger.ts'
import { eventoRegister } from './faturamento/rows/register.ts'
import { eventoReverser } from './faturamento/rows/reverse.ts'
import { tipoServicoStore } from './faturamento/rows/tiposServico.ts'
import { buildHttp } from './http/build.ts'
import { healthRoutes } from './http/health.ts'
import { metricsRoutes } from './http/metrics.ts'
import { onePort } from './http/onePort.ts'
import { openRoutes, type Route } from './http/route.ts'
import type { Screens } from './http/screens.ts'
import { inTurn } from './inTurn.ts'
import { expireLigacoes } from './ligacao/agentLigacao.ts'
import { flushShown } from './ligacao/reportShown.ts'
import { ligacaoRoutes } from './ligacao/routes/painel.ts'
import { pbxRoutes } from './ligacao/routes/pbx.ts'
import { serveScreen } from './ligacao/routes/socket.ts'
import { openHub } from './realtime/hub.ts'
import { repeat } from './repeat.ts'

const minute = 60_000
const migrations = 'prisma/migrations'
const version = '0.1.0'

/** Every route of the desk; what is not in it does not exist. */
const routes: readonly Route[] = [...sessionRoutes, ...auditoriaRoutes, ...pbxRoutes, ...ligacaoRoutes]

export interface RunningDesk {
  desk: Desk
  http: FastifyInstance
  /** Stops accepting, finishes requests, tells the sockets, writes what is gathered, closes the database. */
  close(): Promise<void>
}

/** The composition root: a desk over its database, with its entrances and chores, not yet listening. */
export async function buildDesk(
  config: Config,
  log: Log & import('pino').Logger,
  screens: Screens | null,
): Promise<RunningDesk> {
  const hub = openHub({ publicUrl: config.publicUrl, log })
  const desk = await openDesk(config, log, { role: 'server', publisher: hub.publisher })
  const { database } = desk
  await applyMigrations(database.pool, migrations, log)

  const port = onePort(config.mode === 'development')
  if (screens) port.showScreens(screens)
  const http = await buildHttp({
    log,
    serverFactory: port.serverFactory,
    trustProxy: config.trustProxy,
    version,
    routes,
  })
  const doors = openDoors(http, desk)
  await http.register(metricsRoutes, { metricsToken: config.metricsToken, screens: hub.count })
  await http.register(healthRoutes, { pending: () => pendingMigrations(database.pool, migrations) })
  await http.register(signInRoutes, { desk })
  openRoutes(http, desk, doors, routes)

  // Rooms still to be redrawn.
  const people = (...papeis: ('supervisor' | 'administrador' | 'atendente')[]) =>
    doors.people(papeis.length ? papeis : 'all')
  const tokens = (escopo: 'cliente' | 'financeiro' | 'pbx', how?: 'presume') => doors.token(escopo, how === 'presume')
  const eventos = eventoRegister(database)
  const register = registerEvento({
    register: eventos,
    readFacts: faturamentoFacts(database),
    serialize: <T>(key: string, work: () => Promise<T>) => inTurn(desk, key, work),
  })
  const record = auditRecorder(database)
  const tiposServico = manageTiposServico({ store: tipoServicoStore(database), record })
  const { timeZone } = config
  const ledger = readLedger({ ledger: ledgerReader(database, timeZone), record, timeZone })
  const lists = await openListCache(database, {
    seconds: config.listaCacheSegundos,
    folder: join(config.dataDir, 'cache'),
  })
  await http.register(listClientesRoute, { requireToken: tokens, list: listClientes(lists.cache) })
  await http.register(clienteRoutes, {
    requireSession: people,
    search: searchClientes(clienteSearcher(database), config.dddPadrao),
    reveal: revealDocumento(documentoReader(database), record),
  })
  await http.register(browseRoutes, {
    requireSession: people,
    browse: browseClientes(clienteBrowser(database), config.dddPadrao),
    exportFile: exportClientes(exportedReader(database), record, config.dddPadrao),
  })
  await http.register(financeiroRoutes, { requireToken: tokens, register, tiposServico })
  await http.register(lookupClientesRoute, {
    requireToken: tokens,
    lookup: lookupClientes(clienteLookup(database), config.dddPadrao),
  })
  await http.register(faturamentoRoutes, {
    requireSession: people,
    register,
    ledger,
    reverse: reverseEvento(eventoReverser(database)),
  })
  await http.register(tipoServicoRoutes, { requireSession: people, tiposServico })

  http.addHook('preClose', () => hub.close())
  await http.ready()
  hub.open(port.server(), {
    recognize: (cookie) => recognizePerson(desk, cookie),
    serve: (socket, { usuarioId }) => serveScreen(desk, socket, usuarioId),
  })

  // what happens by itself
  const unfollow = await followAccess(desk, hub)
  const chores = [
    repeat('expire windows', minute, () => expireLigacoes(desk), log),
    repeat('forget idempotency keys', 10 * minute, () => eventos.forgetAllOld(new Date()), log),
    repeat('keep the embedded database up', minute, () => keepUp(database), log),
    repeat('write last uses of tokens', minute, () => flushTokenUses(desk), log),
  ]

  return {
    desk,
    http,
    async close() {
      await Promise.all(chores.map((stop) => stop()))
      await lists.close()
      await http.close()
      await unfollow()
      await flushShown(desk)
      await flushTokenUses(desk)
      await screens?.close()
      await database.close()
    },
  }
}
