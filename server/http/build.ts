import { randomUUID } from 'node:crypto'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerFactory,
  LogController,
} from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import { withoutPorts } from './address.ts'
import { answerBadAddress, answerErrors } from './answer.ts'
import { refuseUnparsed } from './bareAnswer.ts'
import { readBodies } from './body.ts'
import { registerDocs } from './docs/registerDocs.ts'
import { Repeats } from './givenAgain.ts'
import { measureRequests } from './monitoring.ts'
import { logRequest, type RequestLine, tellRequests } from './requestLog.ts'
import { demandAccess, type Route } from './route.ts'

interface Options {
  log: FastifyBaseLogger
  serverFactory: FastifyServerFactory
  trustProxy: string[] | false
  version: string
  /** The routes that the document describes. */
  routes: readonly Route[]
}

const processTail = randomUUID().slice(18)
let counted = 0

/**
 * A UUID of version 7 (RFC 9562): it says when it was made, so that a request is found by its id alone. It has a
 * counter, and a random part that stays the same in a process, so that many ids together compress well.
 */
function datedUuid(): string {
  const ms = Date.now().toString(16).padStart(12, '0')
  counted = (counted + 1) % 4_096
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7${counted.toString(16).padStart(3, '0')}${processTail}`
}

const maxBodyBytes = 64 * 1024

/** No browser guesses the kind of an answer, shows it in a frame, or lets another site's page load it. */
const guarded = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
}

/** A Fastify with our validation, answers, log and document. The caller registers the routes. */
export async function buildHttp({
  log,
  serverFactory,
  trustProxy,
  version,
  routes,
}: Options): Promise<FastifyInstance> {
  const tell = (line: RequestLine) => {
    measure(line)
    logRequest(log, line)
  }
  const repeats = new Repeats(tell)
  const app = Fastify({
    loggerInstance: log,
    serverFactory: (handler, options) =>
      serverFactory((request, response) => {
        const { headers } = request
        const via = headers['x-forwarded-for']
        if (typeof via === 'string') headers['x-forwarded-for'] = withoutPorts(via)
        if (!repeats.answer(request, response)) handler(request, response)
      }, options),
    trustProxy,
    bodyLimit: maxBodyBytes,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: datedUuid,
    return503OnClosing: false,
    clientErrorHandler: refuseUnparsed,
    frameworkErrors: (error, _request, reply) => answerBadAddress(error, reply),
  })
  app.setSerializerCompiler(serializerCompiler)
  readBodies(app)
  answerErrors(app)
  // Before any route: a scope has only the hooks that were there when it began.
  tellRequests(app, tell)
  const measure = measureRequests(app)
  app.decorate('repeats', repeats)
  demandAccess(app)
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(guarded)
    done()
  })
  await registerDocs(app, version, routes)
  return app
}
