import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { followAccess } from './acesso/accessAnnouncements.ts'
import { requireSession } from './acesso/routes/requireSession.ts'
import { requireToken } from './acesso/routes/requireToken.ts'
import { signInRoutes } from './acesso/routes/signIn.ts'
import { type Auth, openAuth, sharedSecret } from './acesso/rows/auth.ts'
import { findSession } from './acesso/rows/session.ts'
import { tokenStore } from './acesso/rows/tokens.ts'
import { sessionGate } from './acesso/sessionGate.ts'
import { tokenGate } from './acesso/tokenGate.ts'
import { atendimentoStore } from './atendimento/rows/store.ts'
import { auditoriaRoutes } from './auditoria/routes.ts'
import { auditReader } from './auditoria/rows/read.ts'
import { auditRecorder } from './auditoria/rows/record.ts'
import { browseClientes } from './cliente/browse/browseClientes.ts'
import { exportClientes } from './cliente/browse/exportFiltered.ts'
import { openCliente } from './cliente/browse/openCliente.ts'
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
import { historicoReader } from './cliente/rows/browse/historico.ts'
import { clientePaginaReader } from './cliente/rows/browse/pagina.ts'
import { documentoReader } from './cliente/rows/documento.ts'
import { clienteLookup } from './cliente/rows/lookup.ts'
import { clienteSearcher } from './cliente/rows/search.ts'
import { searchClientes } from './cliente/searchClientes.ts'
import type { Config } from './config.ts'
import { applyMigrations, pendingMigrations } from './database/migrate.ts'
import type { Database } from './database/open.ts'
import { serializer } from './database/serialize.ts'
import { keepUp } from './database/upkeep.ts'
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
import type { Screens } from './http/screens.ts'
import { agentAtendimento } from './ligacao/agentAtendimento.ts'
import { agentLigacao } from './ligacao/agentLigacao.ts'
import { cancelLigacao } from './ligacao/cancelLigacao.ts'
import { expireLigacoes } from './ligacao/expireLigacoes.ts'
import { notifyLigacao } from './ligacao/notifyLigacao.ts'
import { atendimentoRoutes } from './ligacao/routes/atendimentoRoutes.ts'
import { ligacaoRoutes } from './ligacao/routes/ligacaoRoutes.ts'
import { pbxRoutes } from './ligacao/routes/pbxRoutes.ts'
import { factsReader } from './ligacao/rows/facts.ts'
import { ligacaoLifecycle } from './ligacao/rows/lifecycle.ts'
import { ligacaoReader } from './ligacao/rows/read.ts'
import { ligacaoWriter } from './ligacao/rows/write.ts'
import { shownCollector } from './ligacao/shownCollector.ts'
import { type Hub, openHub } from './realtime/hub.ts'
import { repeat } from './repeat.ts'

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
