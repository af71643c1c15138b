import { Writable } from 'node:stream'
import pino from 'pino'
import { hashToken, mintToken } from '#server/acesso/recognizeToken'
import { insertUsuario, type NewPerson } from '#server/acesso/rows/changeUsuario'
import { createToken } from '#server/acesso/rows/tokens'
import type { Escopo } from '#server/acesso/wire'
import { buildDesk } from '#server/app'
import type { Config } from '#server/config'
import type { Database } from '#server/database/database'
import { demoToken } from '#server/demo/accounts'
import type { Desk } from '#server/desk'
import { type OwnDatabase, ownDatabase } from './ownDatabase.ts'
import { portOf } from './portOf.ts'
import { type Answer, type Request, sendRequest } from './request.ts'
import { openScreen, type Screen } from './screen.ts'
import { insertSession } from './session.ts'

export const notificar = '/api/v1/integracao/pbx/ligacao/notificar'
export const cancelar = '/api/v1/integracao/pbx/ligacao/cancelar'

/** A line of the desk's log. */
type LogLine = Record<string, unknown> & { level: number; msg: string }

const error = 50

/** The id of the call that an answer to an exchange names. */
export const idOf = ({ headers }: Answer) => String(headers['x-ligacao-id'])

export interface TestDesk {
  url: string
  config: Config
  desk: Desk
  database: Database
  /** Every line the desk has logged, as JSON. */
  log: LogLine[]
  send(request: Request): Promise<Answer>
  /** Every route that the desk serves, in the form `GET /healthz`. */
  served(): string[]
  /** `notify` and `cancel` POST with the demo's token, or with another Authorization header. */
  notify(body: unknown, authorization?: string): Promise<Answer>
  cancel(body: unknown, authorization?: string): Promise<Answer>
  /** Notifies, and returns the call's id. */
  ring(body: unknown): Promise<string>
  /** The state of the call with this id. */
  stateOf(id: string): Promise<string | undefined>
  /** An action of that user on the call with this id. */
  act(usuario: string, id: string, what: string, body?: object): Promise<Answer>
  /** Asks for `/api/painel/<path>` in a session of that user: the same one each time. A body makes it a POST. */
  as(usuario: string, path: string, body?: unknown, method?: string): Promise<Answer>
  /** A session's cookie for a user of the demo (ana, bruno, clara, admin) or one made by `user`. */
  cookie(usuario: string): Promise<string>
  /** A connected screen of that user; closed by `clear` and `stop`. */
  screen(usuario: string, cookie?: string): Promise<Screen>
  /** Makes a user without a password's slow hash: who has a session from `cookie`, but cannot sign in. */
  user(usuario: Partial<NewPerson> & { usuario: string }): Promise<number>
  idOf(usuario: string): Promise<number>
  token(of?: {
    escopos?: Escopo[]
    redes?: string[]
    expira_em?: Date | null
  }): Promise<{ nome: string; secret: string }>
  /** Closes the screens and deletes calls, cancel marks, tickets and the day's protocol counters. */
  clear(): Promise<void>
  /** Returns the errors logged so far and marks them as expected. `stop` throws on every other error in the log. */
  expectErrors(): LogLine[]
  /** Shuts the desk down as SIGTERM does, but keeps its database and does not close its screens. */
  leave(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a real desk (without the web pages) on its own port and database, with the demo's data. Its rate limits are
 * too high to matter.
 */
export async function startDesk(settings: Partial<Config> = {}): Promise<TestDesk> {
  const own = await ownDatabase()
  const config = configOf(own, settings)
  const log: LogLine[] = []
  const logger = pino({ level: 'debug' }, linesInto(log))
  const running = await buildDesk(config, logger, null)
  const { desk } = running
  const { database } = desk
  await running.http.listen({ host: config.host, port: 0 })
  const port = portOf(running.http.server)
  const url = `http://${config.host}:${port}`
  const screens: Screen[] = []
  let expected = 0
  let users = 0
  const closeScreens = () => {
    for (const screen of screens.splice(0)) screen.close()
  }
  let left: Promise<void> | undefined
  const leave = () => {
    left ??= running.close()
    return left
  }
  const send = (request: Request) => sendRequest(url, request)
  const cookie = (usuario: string) => insertSession(database, usuario)
  const sessions = new Map<string, Promise<string>>()
  const sessionOf = (usuario: string) => {
    const session = sessions.get(usuario) ?? cookie(usuario)
    sessions.set(usuario, session)
    return session
  }
  const as: TestDesk['as'] = async (usuario, path, body, method) =>
    send({
      path: `/api/painel/${path}`,
      headers: { cookie: await sessionOf(usuario) },
      body,
      ...(method && { method }),
    })
  const notify: TestDesk['notify'] = (body, authorization = demoToken) => send({ path: notificar, body, authorization })

  return {
    url,
    config,
    desk,
    database,
    log,
    send,
    served: () => servedBy(running.http.printRoutes({ commonPrefix: false })),
    notify,
    cancel: (body, authorization = demoToken) => send({ path: cancelar, body, authorization }),
    ring: async (body) => idOf(await notify(body)),
    async stateOf(id) {
      const { rows } = await database.pool.query('SELECT estado FROM ligacao WHERE id = $1', [id])
      return rows[0]?.estado
    },
    act: (usuario, id, what, body = {}) => as(usuario, `ligacoes/${id}/${what}`, body),
    as,
    cookie,
    async screen(usuario, given) {
      const screen = await openScreen(url, given ?? (await cookie(usuario)))
      screens.push(screen)
      return screen
    },
    async user(usuario) {
      users += 1
      const { id } = await insertUsuario(database, {
        nome: usuario.usuario,
        hash: 'of no password',
        papel: 'atendente',
        ramal: `9${users}`,
        identificador_interno: null,
        ...usuario,
      })
      return id
    },
    async idOf(usuario) {
      const { rows } = await database.pool.query<{ id: number }>('SELECT id FROM usuario WHERE usuario = $1', [usuario])
      return rows[0]?.id ?? 0
    },
    async token({ escopos = ['pbx'], redes = [], expira_em = null } = {}) {
      const secret = mintToken()
      const nome = `teste ${secret.slice(-8)}`
      await createToken(database, { nome, hash: hashToken(secret), escopos, redes, expira_em })
      return { nome, secret }
    },
    async clear() {
      closeScreens()
      await database.pool.query(
        `DELETE FROM atendimento; DELETE FROM ligacao; DELETE FROM marca_cancelamento; DELETE FROM protocolo_diario`,
      )
    },
    expectErrors() {
      const lines = errorsIn(log)
      expected = lines.length
      return lines
    },
    leave,
    async stop() {
      closeScreens()
      await leave()
      await own.remove()
      const unexpected = errorsIn(log).slice(expected)
      if (unexpected.length > 0) throw new Error(`the desk logged errors: ${JSON.stringify(unexpected, null, 1)}`)
    },
  }
}

const errorsIn = (log: readonly LogLine[]) => log.filter(({ level }) => level >= error)

function configOf(own: OwnDatabase, settings: Partial<Config>): Config {
  return {
    mode: 'demo',
    host: '127.0.0.1',
    port: 0,
    dataDir: own.dataDir,
    databaseUrl: own.databaseUrl,
    publicUrl: undefined,
    trustProxy: false,
    listaCacheSegundos: 60,
    nomeProvedor: undefined,
    dddPadrao: undefined,
    timeZone: 'America/Sao_Paulo',
    sessionSecret: undefined,
    metricsToken: undefined,
    chaveSenhas: { atual: undefined, anterior: undefined },
    requestsPerSecond: 100_000,
    signInsPerMinute: 100_000,
    saidaSegundos: 0,
    revealsPerHour: 100_000,
    documentSearchesPerHour: 100_000,
    choicesPerHour: 100_000,
    retencao: { chamadas: 1_095, atendimentos: 1_095, rastros: 30, auditoria: 1_826 },
    shutdownSeconds: 20,
    failedTokensPerMinute: 100_000,
    sessionIdleMinutes: 10_080,
    sessionMaxHours: 720,
    logLevel: 'debug',
    logPretty: false,
    demoPbx: false,
    backup: { folder: undefined, everyHours: 24, keep: 7 },
    ...settings,
  }
}

/** Reads the routes from the tree that Fastify prints: four columns per level, methods in parentheses. */
function servedBy(drawing: string): string[] {
  const parents: string[] = []
  return drawing.split('\n').flatMap((line) => {
    const at = line.search(/[^\s│├└─]/)
    if (at < 0) return []
    const [, name = '', methods] = /^(\S*?)(?: \(([^)]+)\))?$/.exec(line.slice(at)) ?? []
    const level = at / 4 - 1
    parents.length = level
    parents[level] = name
    const address = parents.join('')
    return (methods?.split(', ') ?? []).map((method) => `${method} ${address}`)
  })
}

function linesInto(log: LogLine[]): Writable {
  return new Writable({
    write(piece, _encoding, done) {
      log.push(JSON.parse(String(piece)))
      done()
    },
  })
}
