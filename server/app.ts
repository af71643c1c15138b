import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { sessionGate } from '#operations/access/sessionGate'
import { tokenGate } from '#operations/access/tokenGate'
import { agentAtendimento } from '#operations/atendimento/agentAtendimento'
import { browseClientes } from '#operations/cliente/browse/browseClientes'
import { exportClientes } from '#operations/cliente/browse/exportClientes'
import { openCliente } from '#operations/cliente/browse/openCliente'
import { openListCache } from '#operations/cliente/list/open'
import { listClientes } from '#operations/cliente/listClientes'
import { lookupClientes } from '#operations/cliente/lookupClientes'
import { revealDocumento } from '#operations/cliente/revealDocumento'
import { searchClientes } from '#operations/cliente/searchClientes'
import { manageTiposServico } from '#operations/faturamento/manageTiposServico'
import { readLedger } from '#operations/faturamento/readLedger'
import { registerEvento } from '#operations/faturamento/registerEvento'
import { reverseEvento } from '#operations/faturamento/reverseEvento'
import { agentLigacao } from '#operations/ligacao/agentLigacao'
import { cancelLigacao } from '#operations/ligacao/cancelLigacao'
import { expireLigacoes } from '#operations/ligacao/expireLigacoes'
import { notifyLigacao } from '#operations/ligacao/notifyLigacao'
import { serializer } from '#operations/serialize'
import type { Config } from './config.ts'
import { type Auth, openAuth, sharedSecret } from './data/access/auth.ts'
import { findSession } from './data/access/session.ts'
import { tokenStore } from './data/access/tokens.ts'
import { atendimentoStore } from './data/atendimento/store.ts'
import { auditReader } from './data/audit/read.ts'
import { auditRecorder } from './data/audit/record.ts'
import { clienteBrowser } from './data/cliente/browse/browse.ts'
import { exportedReader } from './data/cliente/browse/exported.ts'
import { historicoReader } from './data/cliente/browse/historico.ts'
import { clientePaginaReader } from './data/cliente/browse/pagina.ts'
import { documentoReader } from './data/cliente/documento.ts'
import { clienteLookup } from './data/cliente/lookup.ts'
import { clienteSearcher } from './data/cliente/search.ts'
import { applyMigrations, pendingMigrations } from './data/database/migrate.ts'
import type { Database } from './data/database/open.ts'
import { keepUp } from './data/database/upkeep.ts'
import { faturamentoFacts } from './data/faturamento/facts.ts'
import { ledgerReader } from './data/faturamento/ledger.ts'
import { eventoRegister } from './data/faturamento/register.ts'
import { eventoReverser } from './data/faturamento/reverse.ts'
import { tipoServicoStore } from './data/faturamento/tiposServico.ts'
import { factsReader } from './data/ligacao/facts.ts'
import { ligacaoLifecycle } from './data/ligacao/lifecycle.ts'
import { ligacaoReader } from './data/ligacao/read.ts'
import { ligacaoWriter } from './data/ligacao/write.ts'
import { requireSession } from './http/auth/requireSession.ts'
import { requireToken } from './http/auth/requireToken.ts'
import { signInRoutes } from './http/auth/signIn.ts'
import { buildHttp } from './http/build.ts'
import { listClientesRoute } from './http/cliente/listRoute.ts'
import { lookupClientesRoute } from './http/cliente/lookupRoute.ts'
import { auditoriaRoutes } from './http/faturamento/auditoriaRoutes.ts'
import { financeiroRoutes } from './http/faturamento/integrationRoutes.ts'
import { faturamentoRoutes } from './http/faturamento/painelRoutes.ts'
import { tipoServicoRoutes } from './http/faturamento/tipoServicoRoutes.ts'
import { atendimentoRoutes } from './http/painel/atendimentoRoutes.ts'
import { browseRoutes } from './http/painel/browseRoutes.ts'
import { clienteRoutes } from './http/painel/clienteRoutes.ts'
import { ligacaoRoutes } from './http/painel/ligacaoRoutes.ts'
import { pbxRoutes } from './http/pbx/routes.ts'
import { healthRoutes } from './http/system/health.ts'
import { metricsRoutes } from './http/system/metrics.ts'
import { onePort } from './listen.ts'
import { followAccess } from './realtime/accessAnnouncements.ts'
import { type Hub, openHub } from './realtime/hub.ts'
import { shownCollector } from './realtime/shownCollector.ts'
import { repeat } from './repeat.ts'
import type { Screens } from './screens.ts'

const minute = 60_000
const migrations = 'prisma/migrations'
const version = '0.1.0'

export interface Desk {
  http: FastifyInstance
  hub: Hub
  auth: Auth
  /** Stops accepting, finishes requests, tells the sockets, writes what is gathered. The database is the caller's to close. */
  close(): Promise<void>
}

/** The composition root: everything is wired here, by hand, by argument. */
export async function buildDesk(
  config: Config,
  database: Database,
  log: Logger,
  screens: Screens | null,
): Promise<Desk> {
  await applyMigrations(database.pool, migrations, log)

  // data
  const auth = openAuth(database, {
    secret: config.sessionSecret ?? (await sharedSecret(database)),
    publicUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
    log,
  })
  const lifecycle = ligacaoLifecycle(database)
  const reader = ligacaoReader(database)

  // operations and the screens they tell
  const sessionOf = sessionGate(findSession(database, auth))
  const gate = tokenGate(tokenStore(database))
  const shown = shownCollector(lifecycle, log)
  let hub: Hub
  const publisher: Hub['publisher'] = {
    publish: (...event) => hub.publisher.publish(...event),
    screensOf: (usuarioId) => hub.publisher.screensOf(usuarioId),
  }
  const ligacoes = agentLigacao({ reader, lifecycle, publisher })
  hub = openHub({ sessionOf, ligacoes, shown, publicUrl: config.publicUrl, log })
  const atendimentos = agentAtendimento({
    store: atendimentoStore(database),
    reader,
    publisher,
    timeZone: config.timeZone,
  })
  const calls = {
    readFacts: factsReader(database),
    reader,
    writer: ligacaoWriter(database),
    lifecycle,
    publisher,
    serialize: serializer(),
    dddPadrao: config.dddPadrao,
  }

  const eventos = eventoRegister(database)
  const register = registerEvento({
    register: eventos,
    readFacts: faturamentoFacts(database),
    serialize: serializer(),
  })
  const record = auditRecorder(database)
  const tiposServico = manageTiposServico({ store: tipoServicoStore(database), record })
  const { timeZone } = config
  const ledger = readLedger({ ledger: ledgerReader(database, timeZone), record, timeZone })

  const lists = await openListCache(database, {
    seconds: config.listaCacheSegundos,
    folder: join(config.dataDir, 'cache'),
  })

  // entrances
  const port = onePort(config.mode === 'development')
  if (screens) port.showScreens(screens)
  const http = await buildHttp({ log, serverFactory: port.serverFactory, trustProxy: config.trustProxy, version })
  const people = requireSession(sessionOf, config.publicUrl)
  const tokens = requireToken(http, gate, config.requestsPerSecond)
  await http.register(metricsRoutes, { metricsToken: config.metricsToken, screens: hub.count })
  await http.register(healthRoutes, { pending: () => pendingMigrations(database.pool, migrations) })
  await http.register(signInRoutes, {
    auth,
    signInsPerMinute: config.signInsPerMinute,
    probe: () => database.pool.query('SELECT 1'),
  })
  await http.register(pbxRoutes, { requireToken: tokens, notify: notifyLigacao(calls), cancel: cancelLigacao(calls) })
  await http.register(listClientesRoute, { requireToken: tokens, list: listClientes(lists.cache) })
  await http.register(ligacaoRoutes, { requireSession: people, ligacoes, atendimentos })
  await http.register(atendimentoRoutes, { requireSession: people, atendimentos })
  await http.register(clienteRoutes, {
    requireSession: people,
    search: searchClientes(clienteSearcher(database), config.dddPadrao),
    reveal: revealDocumento(documentoReader(database), auditRecorder(database)),
  })
  await http.register(browseRoutes, {
    requireSession: people,
    browse: browseClientes(clienteBrowser(database), config.dddPadrao),
    open: openCliente({
      readCliente: clientePaginaReader(database),
      readHistorico: historicoReader(database),
      record: auditRecorder(database),
    }),
    exportFile: exportClientes(exportedReader(database), auditRecorder(database), config.dddPadrao),
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
  await http.register(auditoriaRoutes, { requireSession: people, readAudit: auditReader(database) })
  http.addHook('preClose', () => hub.close())
  await http.ready()
  hub.attach(port.server())

  // what happens by itself
  const unfollow = await followAccess(database, hub, gate)
  const chores = [
    repeat('expire windows', minute, () => expireLigacoes({ lifecycle, reader, publisher })(new Date()), log),
    repeat('forget idempotency keys', 10 * minute, () => eventos.forgetAllOld(new Date()), log),
    repeat('keep the embedded database up', minute, () => keepUp(database), log),
    repeat('write last uses of tokens', minute, () => gate.flushUses(), log),
  ]

  return {
    http,
    hub,
    auth,
    async close() {
      await Promise.all(chores.map((stop) => stop()))
      await lists.close()
      await http.close()
      await unfollow()
      await shown.flush()
      await gate.flushUses()
      await screens?.close()
    },
  }
}
