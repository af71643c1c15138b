import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest, preValidationHookHandler } from 'fastify'
import { isDatabaseAway } from '../database/away.ts'
import { busy, type Mistakes, Refusal, type RefusalKind } from '../refusal.ts'
import { badAddress, bodyTooLarge, databaseAway, refusalBody } from './bareAnswer.ts'

const statusOf: Record<RefusalKind, number> = {
  invalid: 422,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  too_many: 429,
  busy: 503,
}

export const notJson = 'Envie o corpo em JSON, com o cabeçalho Content-Type: application/json'
const noBody = 'O corpo está vazio: envie um objeto JSON'
export const invalidJson = 'O corpo não é JSON válido: confira aspas, vírgulas e chaves'
export const internalError = 'Erro interno: tente de novo e, se continuar, informe o id_requisicao ao suporte'

/** Errors in reading a request that are the client's fault, most of them Fastify's own; its other codes are logged as ours. */
const unreadable: Record<string, [status: number, msg: string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, notJson],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, invalidJson],
  BODY_LEADING_ZERO: [400, `${invalidJson}; um número que começa com zero vai entre aspas`],
  BODY_POISONED: [400, 'O corpo tem um campo __proto__, ou prototype dentro de constructor, que não é aceito: tire-o'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, noBody],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'O corpo não tem o tamanho anunciado em Content-Length'],
  BODY_NOT_UTF8: [400, 'O corpo não está em UTF-8: converta o texto para UTF-8 e envie de novo'],
  BODY_PACKED: [415, 'Envie o corpo sem compressão: o cabeçalho Content-Encoding não é aceito'],
  FST_ERR_CTP_BODY_TOO_LARGE: [413, bodyTooLarge],
}

const unknownAddress = 'Este endereço não existe: veja os endereços em /api/docs'

/** Answers requests that reach no route and no error handler: invalid percent-encoding, or an overlong parameter. */
export function answerBadAddress(error: FastifyError, reply: FastifyReply): void {
  if (error.code === 'FST_ERR_MAX_PARAM_LENGTH') sendError(reply, 404, unknownAddress)
  else sendError(reply, 400, badAddress)
}

/** Refuses a query whose percent-encoding is invalid or no UTF-8: read anyway, it would name nothing that exists. */
export const refuseBadQuery: preValidationHookHandler = ({ raw: { url = '' } }, reply, done) => {
  try {
    if (url.includes('%')) decodeURIComponent(url)
    done()
  } catch {
    sendError(reply, 400, badAddress)
  }
}

/** After this hook, a request without a body looks like one with a JSON null. docs/interface.md: Errors. */
export const refuseNoBody: preValidationHookHandler = (request, reply, done) => {
  if (request.body !== undefined) done()
  else sendError(reply, 400, noBody)
}

/** Error codes of a system that is out of file descriptors (also for a thread) or of disk space, for now. */
const exhausted = new Set(['EMFILE', 'ENFILE', 'ENOSPC', 'EDQUOT', 'ERR_WORKER_INIT_FAILED'])

/** Sends a refusal in the one shape that all of them have. docs/interface.md: Errors. */
export function sendError(
  reply: FastifyReply,
  status: number,
  msg: string,
  mistakes: Mistakes = {},
  beside: Record<string, unknown> = {},
): FastifyReply {
  const body = refusalBody(msg, mistakes, reply.request.id)
  reply.request.refused = body
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ ...body, ...beside })
}

/** Turns unknown addresses, and any error, into an answer with a true status; details go to the log alone. */
export function answerErrors(app: FastifyInstance): void {
  const sickness = new Sickness()
  const answerUnknown = unknownRoutes(app)
  app.setNotFoundHandler(answerUnknown)
  app.setErrorHandler((error: FastifyError | Refusal, request: FastifyRequest, reply) => {
    if (error instanceof Refusal) {
      if (error.kind === 'unauthenticated') reply.header('www-authenticate', 'Bearer realm="Alo"')
      if (error.kind === 'too_many' || error.kind === 'busy') reply.header('retry-after', error.retryAfterSeconds)
      return sendError(reply, statusOf[error.kind], error.message, error.mistakes, error.beside)
    }
    // An unknown address stays one, even if its body cannot be read.
    if (request.is404) return answerUnknown(request, reply)
    const known = unreadable[error.code]
    if (known) return sendError(reply, ...known)
    if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
      // Node's error for a connection that ended before the whole body had come: nobody is there to read the answer.
      if (error.code === 'ECONNRESET') request.log.info('a connection ended before its request was whole')
      else request.log.warn({ err: error }, 'a request was refused for a reason without words of its own')
      return sendError(reply, 400, 'A requisição não pôde ser entendida')
    }
    if (isDatabaseAway(error)) {
      sickness.tell(request.log, error)
      reply.header('retry-after', '2')
      return sendError(reply, 503, databaseAway(request.routeOptions.config?.unsure))
    }
    if (exhausted.has(error.code)) {
      request.log.error({ err: error }, 'the system has no more descriptors or no more room on the disk')
      reply.header('retry-after', '5')
      return sendError(reply, 503, busy().message)
    }
    request.log.error({ err: error }, 'a request failed')
    return sendError(reply, 500, internalError)
  })
}

/**
 * A failing database fails requests by the thousand. The first of each kind (no answer, no connections, a full disk) is
 * logged, then at most one a minute, with the number of those before. The database's watch logs that it went and came
 * back.
 */
class Sickness {
  readonly #kinds = new Map<string, { told: number; since: number }>()

  tell(log: FastifyRequest['log'], err: FastifyError): void {
    const { kind, now } = { kind: String(err.code ?? err.name), now: performance.now() }
    const known = this.#kinds.get(kind)
    if (known && now - known.told < sicknessMs) {
      known.since += 1
      return
    }
    log.warn({ err, before: known?.since ?? 0 }, 'the database could not serve a request')
    this.#kinds.set(kind, { told: now, since: 0 })
  }
}
const sicknessMs = 60_000

/** Answers unknown routes with 404 and known ones of another method with 405 and `Allow`. */
function unknownRoutes(app: FastifyInstance): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const routes: { pattern: RegExp; methods: string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ pattern: patternOf(url), methods: [method].flat() })
  })
  const methodsOf = (path: string) =>
    new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap((route) => route.methods))
  return (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const methods = methodsOf(path)
    if (methods.size === 0 || methods.has(request.method)) {
      const meant = addressMeant(path)
      const isOther = meant !== path && methodsOf(meant).size > 0
      return sendError(reply, 404, isOther ? `Este endereço não existe, mas este sim: ${meant}` : unknownAddress)
    }
    const allowed = [...methods].join(', ')
    reply.header('allow', allowed)
    return sendError(reply, 405, `Este endereço não aceita ${request.method}: use ${allowed}`)
  }
}

/** The address without capitals and slashes too many, which are hard to see in the settings of an exchange. */
export const addressMeant = (url: string) =>
  (url.split('?', 1)[0] ?? '').toLowerCase().replace(/\/+/g, '/').replace(/\/$/, '')

function patternOf(url: string): RegExp {
  const escaped = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replace(/:[^/]+/g, '[^/]+').replace(/\*/g, '.*')}$`)
}
